/** A share with its interval, all three in 0..1. */
export interface Interval {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Two-sided 95 % point of the standard normal distribution. */
export const Z95 = 1.959964

/**
 * Wilson's score interval for a binomial proportion, without continuity correction (Wilson 1927; method 3 of
 * Newcombe, Statistics in Medicine 17 (1998) 857–872).
 *
 * @param successes whole number, 0..n
 * @param n trials, a whole number
 * @param z normal quantile of the two-sided level; default 95 %
 * @returns null for n = 0: there is no share of nothing
 * @throws RangeError where the counts are not counts
 */
export function wilson(successes: number, n: number, z: number = Z95): Interval | null {
  if (!Number.isInteger(successes) || !Number.isInteger(n) || successes < 0 || successes > n) {
    throw new RangeError(`not a proportion: ${successes} of ${n}`)
  }
  if (n === 0) return null
  const share = successes / n
  const zz = z * z
  const centre = successes + zz / 2
  const halfWidth = z * Math.sqrt(n * share * (1 - share) + zz / 4)
  return {
    share,
    low: (centre - halfWidth) / (n + zz),
    // The limit at the end is 1 by algebra; floating point may miss it by 1e-16. (The other end comes out as 0 exactly.)
    high: successes === n ? 1 : (centre + halfWidth) / (n + zz),
  }
}
