import { ascending } from '../ascending.ts'

export interface KolmogorovSmirnov {
  readonly baselineN: number
  readonly armN: number
  /** Largest vertical distance between the two empirical distribution functions, 0..1. */
  readonly distance: number
  /** Two-sided, 0..1. */
  readonly p: number
  /** `exact` accounts for ties; `asymptotic` takes them for no ties, which errs on the side of a larger p. */
  readonly method: 'exact' | 'asymptotic'
}

/** With so many pairs of values or fewer p is exact: one step of arithmetic a pair. */
const EXACT_PAIRS = 1_000_000

/**
 * Kolmogorov and Smirnov's test of two samples that are not paired: do their distributions differ anywhere, in centre,
 * spread or shape? Exact up to 1,000,000 pairs of values (1,000 a side), given the ties that there are; else by
 * Kolmogorov's limit with n·m/(n + m).
 *
 * @returns undefined where a sample has no values
 * @throws RangeError where a value is not finite
 */
export function kolmogorovSmirnov(
  baseline: Iterable<number>,
  arm: Iterable<number>,
): KolmogorovSmirnov | undefined {
  const first = ascending(baseline)
  const second = ascending(arm)
  const n = first.length
  const m = second.length
  if (n === 0 || m === 0) return undefined
  const pooled = ascending([...first, ...second])
  // Distances times n·m are whole numbers, so that equal ones are equal.
  const distance = largestDistance(first, second)
  const result = { baselineN: n, armN: m, distance: distance / (n * m) }
  if (n * m <= EXACT_PAIRS) return { ...result, p: exactP(n, m, distance, pooled), method: 'exact' }
  return {
    ...result,
    p: kolmogorovTail((distance / (n * m)) * Math.sqrt((n * m) / (n + m))),
    method: 'asymptotic',
  }
}

/** max |m·i − n·j| where i and j values of each are at most x. */
function largestDistance(first: Float64Array, second: Float64Array): number {
  const n = first.length
  const m = second.length
  let largest = 0
  for (let i = 0, j = 0; i < n && j < m; ) {
    const x = Math.min(first[i] as number, second[j] as number)
    while (i < n && first[i] === x) i += 1
    while (j < m && second[j] === x) j += 1
    largest = Math.max(largest, Math.abs(m * i - n * j))
  }
  return largest
}

/**
 * The share of all orders of the pooled values whose distance is at least `distance`, by counting lattice paths from
 * (0, 0) to (n, m) (Hodges, Arkiv för Matematik 3 (1958) 469–486). Where values are tied, only the end of each tie is a
 * point of the distribution functions (Schröer and Trenkler, Computational Statistics & Data Analysis 20 (1995) 185–202).
 * What is carried is the share of paths to (i, j) that have been that far apart: sums of positive terms only.
 */
function exactP(n: number, m: number, distance: number, pooled: Float64Array): number {
  const isPoint = (values: number) => values === n + m || pooled[values - 1] !== pooled[values]
  const apart = new Float64Array(m + 1)
  for (let i = 0; i <= n; i += 1) {
    for (let j = 0; j <= m; j += 1) {
      if (i + j === 0) {
        apart[0] = distance === 0 ? 1 : 0
      } else if (Math.abs(m * i - n * j) >= distance && isPoint(i + j)) {
        apart[j] = 1
      } else {
        const fromFirst = i === 0 ? 0 : (i / (i + j)) * (apart[j] as number)
        const fromSecond = j === 0 ? 0 : (j / (i + j)) * (apart[j - 1] as number)
        apart[j] = fromFirst + fromSecond
      }
    }
  }
  return Math.min(1, apart[m] as number)
}

/** P(K ≥ x) of Kolmogorov's limiting distribution, by whichever of its two series needs a few terms only. */
export function kolmogorovTail(x: number): number {
  if (x <= 0) return 1
  let sum = 0
  if (x < 1) {
    for (let k = 1; k <= 9; k += 2) sum += Math.exp(-((k * Math.PI) ** 2) / (8 * x * x))
    return 1 - (Math.sqrt(2 * Math.PI) / x) * sum
  }
  for (let k = 1; k <= 5; k += 1) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * (k * x) ** 2)
  return sum
}
