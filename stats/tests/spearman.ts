import type { Limits } from '../limits.ts'
import { midranks } from '../midranks.ts'
import { normalQuantile } from '../normal.ts'
import type { Point } from './linear-regression.ts'

/** Says how alike two orders of the same things are. */
export interface RankCorrelation {
  readonly n: number
  /** −1 (the reverse order) to 1 (the same order). */
  readonly rho: number
  /** Is null for fewer than 4 points, and for a rho of ±1, of which the method would make an interval without width. */
  readonly interval: Limits | null
}

/**
 * Spearman's rank correlation (American Journal of Psychology 15 (1904) 72–101): Pearson's correlation of the ranks,
 * equal values sharing the mean of theirs. The interval is that of Bonett and Wright (Psychometrika 65 (2000) 23–28):
 * tanh(artanh ρ ± z·√((1 + ρ²/2) / (n − 3))), which they found to hold its level for |ρ| below 0.95.
 *
 * @param level two-sided confidence, 0.5..0.999; default 0.95
 * @returns undefined without two different x and two different y: there is no order to compare
 * @throws RangeError where a coordinate is not finite or the level is out of its range
 */
export function spearman(
  points: readonly Point[],
  { level = 0.95 }: { readonly level?: number } = {},
): RankCorrelation | undefined {
  if (!(level >= 0.5 && level <= 0.999)) throw new RangeError(`a level is 0.5 to 0.999, not ${level}`)
  const n = points.length
  const x = midranks(Float64Array.from(points, (point) => point.x)).ranks
  const y = midranks(Float64Array.from(points, (point) => point.y)).ranks
  // Ranks have a known mean, ties or not; halves add up without rounding.
  const centre = (n + 1) / 2
  const sum = (a: Float64Array, b: Float64Array): number =>
    a.reduce((so, rank, index) => so + (rank - centre) * ((b[index] as number) - centre), 0)
  const spread = Math.sqrt(sum(x, x) * sum(y, y))
  if (spread === 0) return undefined
  const rho = Math.max(-1, Math.min(1, sum(x, y) / spread))
  if (n < 4 || Math.abs(rho) === 1) return { n, rho, interval: null }
  const half = normalQuantile((1 + level) / 2) * Math.sqrt((1 + rho ** 2 / 2) / (n - 3))
  return { n, rho, interval: [Math.tanh(Math.atanh(rho) - half), Math.tanh(Math.atanh(rho) + half)] }
}
