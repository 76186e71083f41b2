import { DIRECTIONS, directed, type LinkCondition, type Loss } from './link.ts'

/** Lowest and highest of what a link can be set to, both included. */
export const LINK_LIMITS = {
  /** Full round-trip time. */
  rttMs: [0, 10_000],
  /** Rate of a direction. */
  mbps: [0.01, 10_000],
  /** Share of lost packets. */
  lossFraction: [0, 0.9],
  /** Packets in a bottleneck's queue. */
  queuePackets: [1, 100_000],
  /** Mean number of packets lost in a row. */
  burstPackets: [1, 10_000],
} as const

/** @throws RangeError where a condition makes no link; the text is meant for the user. */
export function checkCondition(condition: LinkCondition): void {
  const { rttMs, jitterMs, queuePackets } = condition
  within('rttMs', rttMs, LINK_LIMITS.rttMs)
  within('jitterMs', jitterMs, [0, rttMs / 2], 'half of rttMs')
  within('queuePackets', queuePackets, LINK_LIMITS.queuePackets)
  if (!Number.isInteger(queuePackets)) throw new RangeError(`queuePackets must be whole, not ${queuePackets}`)
  for (const direction of DIRECTIONS) {
    const { mbps, loss, trace } = directed(condition, direction)
    if (mbps !== null) within(`${direction}Mbps`, mbps, LINK_LIMITS.mbps)
    if (mbps !== null && trace !== null)
      throw new RangeError(`${direction}Mbps and ${direction}Trace exclude each other`)
    checkLoss(direction === 'down' ? 'lossDown' : 'lossUp', loss)
  }
}

function checkLoss(name: string, loss: Loss): void {
  if (typeof loss === 'number') {
    within(name, loss, LINK_LIMITS.lossFraction)
    return
  }
  for (const key of ['goodToBad', 'badToGood', 'lossInGood', 'lossInBad'] as const)
    within(`${name}.${key}`, loss[key], [0, 1])
  if (loss.goodToBad > 0 && loss.badToGood === 0)
    throw new RangeError(`${name}.badToGood must be more than 0: the bad state would never end`)
}

function within(name: string, value: number, [low, high]: readonly [number, number], why?: string): void {
  if (!(value >= low && value <= high))
    throw new RangeError(`${name} must be ${low} to ${high}${why ? ` (${why})` : ''}, not ${value}`)
}
