import type { Limits } from '../limits.ts'
import { normalQuantile } from '../normal.ts'
import { POWER } from './compare-arms.ts'

/** A gain with its interval, which lies evenly around the logarithm of the gain (`compareArms`). */
export interface MeasuredGain {
  /** Is above 0. */
  readonly gain: number
  readonly interval: Limits | null
}

export interface GainRatio {
  /** Is above 1 where the gain is larger than the reference's. */
  readonly ratio: number
  /** Is null where one of the two gains has none. */
  readonly interval: Limits | null
  /** Whether the interval excludes 1. */
  readonly differs: boolean | null
  /** The smallest difference of the gains that would have been shown in some 80 % of such pairs of campaigns. */
  readonly couldHaveShownPercent: number | null
}

const LEVEL = 0.95

/**
 * Compares two gains that were measured independently of each other, as from two vantage points: their ratio, with an
 * interval of the level of theirs (95 %), for the half lengths of the logarithms add up in squares.
 * @throws RangeError where a gain is not above 0 or not finite
 */
export function gainRatio(gained: MeasuredGain, reference: MeasuredGain): GainRatio {
  for (const { gain } of [gained, reference])
    if (!(gain > 0 && gain < Infinity)) throw new RangeError(`a gain is above 0 and finite, not ${gain}`)
  const ratio = gained.gain / reference.gain
  if (gained.interval === null || reference.interval === null)
    return { ratio, interval: null, differs: null, couldHaveShownPercent: null }
  const half = Math.hypot(halfLength(gained.interval), halfLength(reference.interval))
  const interval = [ratio * Math.exp(-half), ratio * Math.exp(half)] as const
  // Student's limits are wider than the normal ones that stand here, so that this errs upwards.
  const shown = half * (1 + normalQuantile(POWER) / normalQuantile((1 + LEVEL) / 2))
  return {
    ratio,
    interval,
    differs: interval[0] > 1 || interval[1] < 1,
    couldHaveShownPercent: 100 * Math.expm1(shown),
  }
}

function halfLength([low, high]: Limits): number {
  return (Math.log(high) - Math.log(low)) / 2
}
