import type { GilbertElliott, Loss } from './link.ts'

/** Share of packets that are lost in the long run, 0 to 1. */
export function meanLoss(loss: Loss): number {
  if (typeof loss === 'number') return loss
  const bad = shareBad(loss)
  return (1 - bad) * loss.lossInGood + bad * loss.lossInBad
}

/** Packets that are lost in a row, in the mean; null where each is lost for itself, or none is. */
export function burstPackets(loss: Loss): number | null {
  const mean = meanLoss(loss)
  if (typeof loss === 'number' || mean === 0) return null
  // A burst begins with a packet that is lost after one that was not.
  const bad = shareBad(loss)
  const { goodToBad, badToGood, lossInGood, lossInBad } = loss
  const afterGood = (1 - goodToBad) * lossInGood + goodToBad * lossInBad
  const afterBad = badToGood * lossInGood + (1 - badToGood) * lossInBad
  const burstStarts = (1 - bad) * (1 - lossInGood) * afterGood + bad * (1 - lossInBad) * afterBad
  return mean / burstStarts
}

/**
 * Says how much more the count of lost packets varies than if each were lost for itself: the variance of a sum of the chain's
 * correlated draws over that of independent ones. 1: independent.
 */
export function overdispersion(loss: Loss): number {
  const mean = meanLoss(loss)
  if (typeof loss === 'number' || mean === 0 || mean === 1) return 1
  const bad = shareBad(loss)
  const stays = 1 - loss.goodToBad - loss.badToGood
  const covariance = (loss.lossInBad - loss.lossInGood) ** 2 * bad * (1 - bad)
  return 1 + (2 * covariance * stays) / (1 - stays) / (mean * (1 - mean))
}

/**
 * The simplest loss in bursts that has this mean and length: nothing is lost between bursts, everything within.
 * @throws RangeError where no such loss exists: bursts are that short only if fewer packets are lost.
 */
export function lossInBursts(mean: number, packets: number): GilbertElliott {
  const badToGood = 1 / packets
  const goodToBad = (mean * badToGood) / (1 - mean)
  if (!(packets >= 1 && mean >= 0 && goodToBad <= 1))
    throw new RangeError(`a loss of ${100 * mean} % cannot come in bursts of ${packets} packets`)
  return { goodToBad, badToGood, lossInGood: 0, lossInBad: 1 }
}

/** Share of packets that meet the bad state. */
function shareBad({ goodToBad, badToGood }: GilbertElliott): number {
  return goodToBad === 0 ? 0 : goodToBad / (goodToBad + badToGood)
}
