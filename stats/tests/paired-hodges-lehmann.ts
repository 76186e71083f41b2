import { ascending } from '../ascending.ts'
import type { Limits } from '../limits.ts'
import { normalQuantile } from '../normal.ts'
import { average, type Split, selectByCounting } from '../select-by-counting.ts'
import { countInTail } from '../two-sided-tail.ts'
import { signedRankDistribution } from './signed-rank-distribution.ts'
import { EXACT_RANKS_BELOW } from './wilcoxon-signed-rank.ts'

/** Tail at 95 % confidence, two-sided. */
const TAIL = 0.025

interface Shift {
  /** Baseline minus arm, in the unit of the values: above 0 the arm's are smaller. */
  readonly shift: number
  /** Is null where so few values cannot reach the level: even the widest interval misses too often. */
  readonly interval: Limits | null
}

/**
 * The shift of paired samples (Hodges and Lehmann, Annals of Mathematical Statistics 34 (1963) 598–611): the median of all
 * averages of two differences, each with itself included (Walsh, Annals of Mathematical Statistics 20 (1949) 64–81), with
 * the interval that belongs to Wilcoxon's signed-rank test (Hollander and Wolfe, Nonparametric Statistical Methods (1999),
 * 3.3). It supposes that the differences spread alike to both sides. Limits are exact with fewer than 50 pairs, else from
 * the normal approximation with continuity correction. The averages are counted, never written down.
 *
 * @param differences of the pairs, baseline minus arm
 * @returns undefined without differences
 * @throws RangeError where a difference is not finite
 */
export function pairedHodgesLehmann(differences: Iterable<number>): Shift | undefined {
  const sorted = ascending(differences)
  const n = sorted.length
  const lowest = sorted[0]
  const highest = sorted[n - 1]
  if (lowest === undefined || highest === undefined) return undefined
  const count = (n * (n + 1)) / 2
  // The limits are so many averages from either end.
  const cutOff =
    n < EXACT_RANKS_BELOW
      ? countInTail(signedRankDistribution(n), TAIL)
      : normalCutOff(count / 2, (n * (n + 1) * (2 * n + 1)) / 24)
  const split = splitWalshAverages(sorted)
  const nth = (k: number) => selectByCounting(k, average(lowest, lowest), average(highest, highest), split)
  const lower = nth(Math.ceil(count / 2))
  return {
    shift: count % 2 === 1 ? lower : average(lower, nth(count / 2 + 1)),
    interval: cutOff < 1 ? null : [nth(cutOff), nth(count + 1 - cutOff)],
  }
}

/** Largest c with P(statistic ≤ c − 1) ≤ the tail, by the normal distribution with half a step of correction. */
function normalCutOff(mean: number, variance: number): number {
  return Math.floor(mean + 0.5 + normalQuantile(TAIL) * Math.sqrt(variance))
}

/** Splits the Walsh averages (dᵢ + dⱼ)/2, i ≤ j, of an ascending sample, in a time that grows with n. */
function splitWalshAverages(sorted: Float64Array): (limit: number) => Split {
  return (limit) => {
    let atMost = 0
    let below = -Infinity
    let above = Infinity
    let end = sorted.length
    for (const [index, value] of sorted.entries()) {
      while (end > 0 && average(value, sorted[end - 1] as number) > limit) end -= 1
      // Partners from `index` up to `end` are within the limit; those before `index` have been counted with theirs.
      if (end > index) {
        atMost += end - index
        below = Math.max(below, average(value, sorted[end - 1] as number))
      }
      const next = Math.max(end, index)
      if (next < sorted.length) above = Math.min(above, average(value, sorted[next] as number))
    }
    return { atMost, below, above }
  }
}
