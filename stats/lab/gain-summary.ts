import { geometricMean } from '../geometric-mean.ts'

/** The gain of one condition (or page): median(baseline) / median(arm), above 1 where the arm is faster. */
export interface ConditionGain<C> {
  readonly condition: C
  readonly gain: number
}

export interface GainSummary<C> {
  readonly n: number
  /** Largest gain; the first of equals. */
  readonly best: ConditionGain<C>
  /** Smallest gain; the first of equals. */
  readonly worst: ConditionGain<C>
  readonly mean: number
  readonly geometricMean: number
  /** Conditions with a gain of 1 or more. Gains are not rounded before they are counted. */
  readonly atLeastOne: number
  /** Conditions with a gain of 2 or more. */
  readonly atLeastTwo: number
}

/**
 * Gains over many conditions as CableLabs (2012) sums them up (cablelabs:table-11), with the geometric mean beside the
 * arithmetic one.
 *
 * @returns undefined without gains
 * @throws RangeError where a gain is not above 0 or not finite
 */
export function gainSummary<C>(gains: readonly ConditionGain<C>[]): GainSummary<C> | undefined {
  const values = gains.map(({ gain }) => gain)
  const geometric = geometricMean(values)
  const [first] = gains
  if (geometric === undefined || first === undefined) return undefined
  return {
    n: gains.length,
    best: gains.reduce((best, next) => (next.gain > best.gain ? next : best), first),
    worst: gains.reduce((worst, next) => (next.gain < worst.gain ? next : worst), first),
    mean: values.reduce((sum, gain) => sum + gain, 0) / values.length,
    geometricMean: geometric,
    atLeastOne: values.filter((gain) => gain >= 1).length,
    atLeastTwo: values.filter((gain) => gain >= 2).length,
  }
}
