import { ascending } from '../ascending.ts'
import type { Limits } from '../limits.ts'
import { normalQuantile } from '../normal.ts'
import { average, type Split, selectByCounting } from '../select-by-counting.ts'
import { countInTail } from '../two-sided-tail.ts'
import { EXACT_RANKS_BELOW } from './wilcoxon-signed-rank.ts'

export interface Shift {
  /** Baseline minus arm, in the unit of the values: above 0 the arm's are smaller. */
  readonly shift: number
  /** Null where so few values cannot reach the level: even the widest interval misses too often. */
  readonly interval: Limits | null
  /** Where the limits come from: the rank statistic's own distribution, or its normal approximation. */
  readonly method: 'exact' | 'normal'
}

export interface ShiftOptions {
  /** Two-sided confidence, 0.5..0.999; default 0.95. */
  readonly level?: number
}

/**
 * By how much one sample is shifted against the other (Hodges and Lehmann, Annals of Mathematical Statistics 34 (1963)
 * 598–611): the median of all n·m differences, with the distribution-free interval that belongs to Mann and Whitney's
 * test (Hollander and Wolfe, Nonparametric Statistical Methods (1999), 4.3). Limits are exact with fewer than 50 values a
 * side, else from the normal approximation with continuity correction. Ties make the interval err on the wide side.
 * The differences are counted, never written down: 20,000 values a side take some 0.1 s.
 *
 * @returns undefined where a sample has no values
 * @throws RangeError where a value is not finite or the level is out of its range
 */
export function hodgesLehmann(
  baseline: Iterable<number>,
  arm: Iterable<number>,
  { level = 0.95 }: ShiftOptions = {},
): Shift | undefined {
  const first = ascending(baseline)
  const second = ascending(arm)
  const n = first.length
  const m = second.length
  const tail = tailOf(level)
  if (n === 0 || m === 0) return undefined
  const exact = n < EXACT_RANKS_BELOW && m < EXACT_RANKS_BELOW
  const cutOff = exact
    ? countInTail(rankSumDistribution(n, m), tail)
    : normalCutOff((n * m) / 2, (n * m * (n + m + 1)) / 12, tail)
  const lowest = (first[0] as number) - (second[m - 1] as number)
  const highest = (first[n - 1] as number) - (second[0] as number)
  return {
    ...middleAndLimits(n * m, cutOff, lowest, highest, splitDifferences(first, second)),
    method: exact ? 'exact' : 'normal',
  }
}

/** The median of `count` values that are only counted, and as limits the `cutOff`-th from either end. */
export function middleAndLimits(
  count: number,
  cutOff: number,
  lowest: number,
  highest: number,
  split: (limit: number) => Split,
): Pick<Shift, 'shift' | 'interval'> {
  const nth = (k: number) => selectByCounting(k, lowest, highest, split)
  const lower = nth(Math.ceil(count / 2))
  const shift = count % 2 === 1 ? lower : average(lower, nth(count / 2 + 1))
  return { shift, interval: cutOff < 1 ? null : [nth(cutOff), nth(count + 1 - cutOff)] }
}

/** Largest c with P(statistic ≤ c − 1) ≤ tail, by the normal distribution with half a step of correction. */
export function normalCutOff(mean: number, variance: number, tail: number): number {
  return Math.floor(mean + 0.5 + normalQuantile(tail) * Math.sqrt(variance))
}

/** @throws RangeError where the level is out of its range */
export function tailOf(level: number): number {
  if (!(level >= 0.5 && level <= 0.999)) throw new RangeError(`a level is 0.5 to 0.999, not ${level}`)
  return (1 - level) / 2
}

/** Splits the differences a − b of two ascending samples, in a time that grows with n + m. */
function splitDifferences(first: Float64Array, second: Float64Array): (limit: number) => Split {
  return (limit) => {
    let atMost = 0
    let below = -Infinity
    let above = Infinity
    // For larger a, more b are too small to bring the difference down to the limit.
    let tooSmall = 0
    for (const a of first) {
      while (tooSmall < second.length && a - (second[tooSmall] as number) > limit) tooSmall += 1
      atMost += second.length - tooSmall
      if (tooSmall < second.length) below = Math.max(below, a - (second[tooSmall] as number))
      if (tooSmall > 0) above = Math.min(above, a - (second[tooSmall - 1] as number))
    }
    return { atMost, below, above }
  }
}

/**
 * Distribution of Mann and Whitney's U where both samples come from one distribution without ties: the probabilities of
 * U = 0, 1, …, n·m, by their recursion (Annals of Mathematical Statistics 18 (1947) 50–60). Only sums of positive terms:
 * each is exact but for rounding. Takes time and memory that grow with n²·m² and n·n·m: some 10 ms for 49 and 49.
 *
 * @param n whole number, 1 or more
 * @param m whole number, 1 or more
 */
function rankSumDistribution(n: number, m: number): Float64Array {
  const chosen = Math.min(n, m)
  const all = n + m
  const largest = n * m
  // ways[k][u]: choices of k of the ranks so far whose U is u. The rank r as the k-th chosen stands above r − k others.
  const ways = Array.from({ length: chosen + 1 }, () => new Float64Array(largest + 1))
  ways[0]?.fill(1, 0, 1)
  for (let rank = 1; rank <= all; rank += 1) {
    for (let k = Math.min(chosen, rank); k >= 1; k -= 1) {
      const above = rank - k
      if (above > all - chosen) continue
      const to = ways[k] as Float64Array
      const from = ways[k - 1] as Float64Array
      const end = Math.min(largest, k * above)
      for (let u = above; u <= end; u += 1) to[u] = (to[u] as number) + (from[u - above] as number)
    }
  }
  const counts = ways[chosen] as Float64Array
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / total)
}
