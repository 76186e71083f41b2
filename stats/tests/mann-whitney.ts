import { midranks, tieCorrection } from '../midranks.ts'
import { twoSidedNormalP } from '../normal-tail.ts'
import { twoSidedTail } from '../two-sided-tail.ts'
import { rankSumDistribution } from './rank-sum-distribution.ts'

export interface RankTest {
  /** Two-sided, 0..1. */
  readonly p: number
  /** `exact`: from the statistic's own distribution; `normal`: approximated, corrected for ties and continuity. */
  readonly method: 'exact' | 'normal'
}

export interface MannWhitney extends RankTest {
  readonly baselineN: number
  readonly armN: number
  /** Pairs of one value of each in which the baseline's is larger; an equal pair counts ½. 0..baselineN·armN. */
  readonly u: number
}

/** With fewer values than this in each sample, and without ties, p is exact: the rule of R's `wilcox.test`. */
export const EXACT_RANKS_BELOW = 50

/**
 * Mann and Whitney's test (Wilcoxon's rank-sum test) of two samples that are not paired, two-sided: does one tend to
 * larger values? It looks at the order only, so that logarithms give the same answer. Samples of rounds are pairs: for
 * them `wilcoxonSignedRank` is the test. With ties and few values `permutationTest` stays exact, this one does not.
 *
 * @returns undefined where a sample has no values
 * @throws RangeError where a value is not finite
 */
export function mannWhitney(baseline: Iterable<number>, arm: Iterable<number>): MannWhitney | undefined {
  const first = Float64Array.from(baseline)
  const second = Float64Array.from(arm)
  const n = first.length
  const m = second.length
  if (n === 0 || m === 0) return undefined
  const pooled = new Float64Array(n + m)
  pooled.set(first)
  pooled.set(second, n)
  const { ranks, tieSizes } = midranks(pooled)
  const u = ranks.subarray(0, n).reduce((sum, rank) => sum + rank, 0) - (n * (n + 1)) / 2
  const test = { baselineN: n, armN: m, u }
  if (tieSizes.length === 0 && n < EXACT_RANKS_BELOW && m < EXACT_RANKS_BELOW) {
    return { ...test, p: twoSidedTail(rankSumDistribution(n, m), u), method: 'exact' }
  }
  const all = n + m
  const variance = ((n * m) / 12) * (all + 1 - tieCorrection(tieSizes) / (all * (all - 1)))
  return { ...test, p: continuityCorrectedP(u - (n * m) / 2, variance), method: 'normal' }
}

/** Two-sided p of a rank statistic that moves in steps of 1, from its distance to what chance would give. */
export function continuityCorrectedP(distance: number, variance: number): number {
  // Nothing but ties: no order, so no evidence. Within half a step the nearest value that chance gives is the same.
  if (variance <= 0) return 1
  return twoSidedNormalP(Math.max(0, Math.abs(distance) - 0.5) / Math.sqrt(variance))
}
