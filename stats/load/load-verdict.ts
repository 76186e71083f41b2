import type { RepeatedFigure } from './repeated-figure.ts'

/** Whether an arm's figure is larger or smaller than the baseline's. */
export type LoadVerdict =
  | 'more'
  | 'less'
  | 'no difference shown'
  | 'too few repetitions'
  | 'lower bound'
  /** Costs have none: the client of one of the two was too busy, too soon, or its headroom is not known. */
  | 'no headroom'

/** Page loads have the same: they have no verdict below 6 pairs (stats/median-ranks.ts). */
export const LEAST_FOR_VERDICT = 6

/**
 * Larger or smaller only where the interval of the ratio excludes 1. None is given of a lower bound: the true figure may be
 * anything above it. Null where one of the two is not known.
 */
export function loadVerdict(
  figure: RepeatedFigure | null,
  baseline: RepeatedFigure | null,
  ratio: RepeatedFigure | null,
): LoadVerdict | null {
  if (figure === null || baseline === null) return null
  if (figure.bound !== null || baseline.bound !== null) return 'lower bound'
  if (ratio === null) return null
  if (ratio.n < LEAST_FOR_VERDICT || ratio.interval === null) return 'too few repetitions'
  const [low, high] = ratio.interval
  return low > 1 ? 'more' : high < 1 ? 'less' : 'no difference shown'
}
