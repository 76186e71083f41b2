import { ascending } from '../ascending.ts'
import type { Limits } from '../limits.ts'
import { studentLimit } from '../student-tail.ts'

export interface CliffsDelta {
  readonly baselineN: number
  readonly armN: number
  /** Share of pairs in which the baseline's value is larger, less the share in which the arm's is; −1..1. */
  readonly delta: number
  /** Within −1..1; null where a sample holds one value. */
  readonly interval: Limits | null
}

/**
 * Cliff's delta of two samples that are not paired: how far one lies above the other, by order only (Psychological
 * Bulletin 114 (1993) 494–509); 0 is no difference, 1 is no overlap. The interval is the asymmetric one of Feng and Cliff
 * (Journal of Modern Applied Statistical Methods 3 (2004) 322–332) with the unbiased variance and Student's t. Where the
 * samples do not overlap the variance is 0, and one limit is Wilson's for none of the smaller sample: 1 − 2·t²/(k + t²).
 *
 * @param level two-sided confidence, 0.5..0.999; default 0.95
 * @returns undefined where a sample has no values
 * @throws RangeError where a value is not finite or the level is out of its range
 */
export function cliffsDelta(
  baseline: Iterable<number>,
  arm: Iterable<number>,
  { level = 0.95 }: { readonly level?: number } = {},
): CliffsDelta | undefined {
  const first = ascending(baseline)
  const second = ascending(arm)
  const n = first.length
  const m = second.length
  if (n === 0 || m === 0) return undefined
  const above = dominances(first, second)
  const below = dominances(second, first)
  // Of whole numbers, so that exchanging the samples changes nothing but the sign.
  const delta = above.net.reduce((sum, net) => sum + net, 0) / (n * m)
  const t = studentLimit(level, Math.max(1, n + m - 2))
  if (n === 1 || m === 1) return { baselineN: n, armN: m, delta, interval: null }
  const spread = (net: Float64Array, size: number, centre: number) =>
    net.reduce((sum, value) => sum + (value / size - centre) ** 2, 0)
  const unequalPairs = above.unequal
  const ofPairs = unequalPairs - n * m * delta * delta
  const unbiased =
    (m * m * spread(above.net, m, delta) + n * n * spread(below.net, n, -delta) - ofPairs) /
    (n * m * (n - 1) * (m - 1))
  // The unbiased estimate can fall below what any variance of delta can be (Cliff 1993).
  const variance = Math.max(unbiased, (1 - delta * delta) / (n * m - 1))
  return { baselineN: n, armN: m, delta, interval: limits(delta, variance, t, Math.min(n, m)) }
}

function limits(delta: number, variance: number, t: number, smaller: number): Limits {
  if (Math.abs(delta) === 1) {
    const inner = (smaller - t * t) / (smaller + t * t)
    return delta > 0 ? [inner, 1] : [-1, -inner]
  }
  const rest = 1 - delta * delta
  const half = t * Math.sqrt(variance) * Math.sqrt(rest * rest + t * t * variance)
  const scale = rest + t * t * variance
  return [(delta * rest - half) / scale, (delta * rest + half) / scale]
}

interface Dominances {
  /** For each value, how many of the others are smaller, less how many are larger. */
  readonly net: Float64Array
  /** Pairs of different values. */
  readonly unequal: number
}

function dominances(values: Float64Array, others: Float64Array): Dominances {
  const net = new Float64Array(values.length)
  let unequal = 0
  let smaller = 0
  let notLarger = 0
  for (const [index, value] of values.entries()) {
    while (smaller < others.length && (others[smaller] as number) < value) smaller += 1
    while (notLarger < others.length && (others[notLarger] as number) <= value) notLarger += 1
    const larger = others.length - notLarger
    net[index] = smaller - larger
    unequal += smaller + larger
  }
  return { net, unequal }
}
