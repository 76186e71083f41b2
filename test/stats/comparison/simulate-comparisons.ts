import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { quantile } from '../../../stats/quantile.ts'
import { rng } from '../../../stats/rng.ts'
import { type Campaign, simulatedCampaign } from './simulated-campaign.ts'

/** What many simulated campaigns came to; shares are 0..1. */
export interface Simulated {
  /** Faster or slower. */
  readonly called: number
  readonly gainCovered: number
  readonly meansCovered: number
  /** Medians over the campaigns. */
  readonly couldHaveShownPercent: number
  readonly halfWidthPercent: number
}

/** The standard error of this many resamples is off by 2 %, which no share of campaigns shows; all resamples take 30 times as long. */
const RESAMPLES = 1_000

/** Compares the arms of campaigns that are alike but for chance. */
export function simulateComparisons(campaign: Campaign, campaigns: number, seed: number): Simulated {
  const random = rng(seed)
  const trueReduction = 100 * (1 - 1 / campaign.gain)
  let [called, gainCovered, meansCovered] = [0, 0, 0]
  const couldHaveShown: number[] = []
  const halfWidths: number[] = []
  for (let index = 0; index < campaigns; index += 1) {
    const pairs = simulatedCampaign(campaign, random)
    const result = compareArms({ pairs, seed: index, resamples: RESAMPLES })
    if (result.verdict === 'faster' || result.verdict === 'slower') called += 1
    if (covers(result.gainInterval, campaign.gain)) gainCovered += 1
    if (covers(result.reductionOfMeansInterval, trueReduction)) meansCovered += 1
    couldHaveShown.push(result.couldHaveShownPercent ?? Number.NaN)
    const [low, high] = result.gainInterval ?? [Number.NaN, Number.NaN]
    halfWidths.push(100 * (Math.sqrt(high / low) - 1))
  }
  return {
    called: called / campaigns,
    gainCovered: gainCovered / campaigns,
    meansCovered: meansCovered / campaigns,
    couldHaveShownPercent: quantile(couldHaveShown, 0.5) ?? Number.NaN,
    halfWidthPercent: quantile(halfWidths, 0.5) ?? Number.NaN,
  }
}

/** What campaigns come to that are looked at after every round. */
export interface SimulatedSequence {
  /** Whose interval, when they stopped, missed the true gain. */
  readonly missedAtStop: number
  /** Whose interval missed the true gain at any look: whatever the rule for stopping, it is no more. */
  readonly missedEver: number
  /** Median. */
  readonly roundsAtStop: number
}

/**
 * Campaigns of up to `campaign.rounds` rounds that stop where the interval is within ± `within` of the gain.
 *
 * @param rule `fixed`: as if the number of rounds had been fixed beforehand
 */
export function simulateSequence(
  campaign: Campaign,
  within: number,
  rule: 'fixed' | 'sequential',
  campaigns: number,
  seed: number,
): SimulatedSequence {
  const random = rng(seed)
  let [missedAtStop, missedEver] = [0, 0]
  const stops: number[] = []
  for (let index = 0; index < campaigns; index += 1) {
    const all = simulatedCampaign(campaign, random)
    let stopped: number | null = null
    let missed = false
    for (let rounds = 1; rounds <= all.length; rounds += 1) {
      const { gain, gainInterval } = compareArms({
        pairs: all.slice(0, rounds),
        seed: index,
        resamples: RESAMPLES,
        sequentialRounds: rule === 'fixed' ? null : campaign.rounds,
      })
      if (gain === null || gainInterval === null) continue
      const misses = !covers(gainInterval, campaign.gain)
      missed ||= misses
      const narrow = gainInterval[0] >= gain * (1 - within) && gainInterval[1] <= gain * (1 + within)
      if (stopped !== null || !(narrow || rounds === all.length)) continue
      stopped = rounds
      if (misses) missedAtStop += 1
    }
    stops.push(stopped ?? all.length)
    if (missed) missedEver += 1
  }
  return {
    missedAtStop: missedAtStop / campaigns,
    missedEver: missedEver / campaigns,
    roundsAtStop: quantile(stops, 0.5) ?? Number.NaN,
  }
}

function covers(limits: readonly [number, number] | null, truth: number): boolean {
  return limits !== null && limits[0] <= truth && truth <= limits[1]
}
