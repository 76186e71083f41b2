import type { Bins, Curve } from '../../model/published-cell.ts'
import { median } from '../median.ts'
import { medianInterval } from './curve.ts'
import type { FieldRules } from './field-rules.ts'

/** Medians fewer than this tell nothing by their deviation: the present curve's own uncertainty does. */
const ENOUGH_HISTORY = 4
/** Two-sided 95 %: an interval's half is so many standard errors. */
const Z95 = 1.96

/**
 * Whether a median is so far from where it was that the last good curve is to be held (safety.md ING-9): further than
 * `freezeMads` times the largest of three deviations on the logarithmic scale:
 * - the median absolute deviation of the last weeks' medians, from the fourth on
 * - the standard error of the last good curve's median: few contributors leap by chance. Not that of the present one,
 *   which who attacks could make as large as he likes
 * - `leastSpread`
 *
 * In the first weeks there is thus a limit as well, from the second curve on; for the first one there is nothing to
 * compare it with.
 *
 * @param previousMediansMs of earlier weeks' curves, each counted once
 * @param levelMs where the median was, or where those who were there before say that it has gone
 */
export function frozen(
  previousMediansMs: readonly number[],
  levelMs: number,
  last: Bins,
  next: Curve,
  rules: FieldRules,
): boolean {
  const history = previousMediansMs.map(Math.log)
  const spread = Math.max(
    history.length < ENOUGH_HISTORY ? 0 : deviation(history),
    standardError(last),
    rules.leastSpread,
  )
  return Math.abs(Math.log(next.medianMs / levelMs)) > rules.freezeMads * spread
}

function deviation(values: readonly number[]): number {
  const centre = median(values) ?? 0
  return median(values.map((value) => Math.abs(value - centre))) ?? 0
}

/** Computes the error of the median of what lies in bins, as a logarithm, from its interval; 0 where it has none. */
export function standardError(bins: Bins): number {
  const interval = medianInterval(bins)
  return interval === null || interval.lowMs === 0
    ? 0
    : Math.log(interval.highMs / interval.lowMs) / (2 * Z95)
}
