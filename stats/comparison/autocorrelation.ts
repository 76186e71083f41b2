import { midranks } from '../midranks.ts'
import { Z95 } from '../tests/wilson.ts'

/** Says how much each round resembles the one before it. */
export interface Autocorrelation {
  /** Correlation at lag 1, of ranks, corrected for bias; −1..1. 0: rounds are independent. */
  readonly value: number
  /** 95 % limits, −1..1; approximate. */
  readonly low: number
  readonly high: number
}

/**
 * Lag-1 autocorrelation of values in the order in which they were measured. Of their ranks, so that one slow load does
 * not hide it. The estimate is too small by some (1 + 4ρ)/n (Marriott and Pope, Biometrika 41 (1954) 390–402), which is
 * added. Limits are by the arcsine, which makes Bartlett's variance (1 − ρ²)/n one that does not depend on ρ.
 *
 * @param values one a round, in order; rounds that are missing are passed over
 * @returns null for fewer than 6 values, and where all are equal
 * @throws RangeError where a value is not finite
 */
export function autocorrelation(values: Float64Array): Autocorrelation | null {
  const n = values.length
  const { ranks } = midranks(values)
  if (n < 6) return null
  const mean = (n + 1) / 2
  let products = 0
  let squares = 0
  for (let index = 0; index < n; index += 1) {
    const deviation = (ranks[index] as number) - mean
    squares += deviation * deviation
    if (index > 0) products += deviation * ((ranks[index - 1] as number) - mean)
  }
  if (squares === 0) return null
  const biased = products / squares
  const value = Math.min(1, Math.max(-1, biased + (1 + 4 * biased) / n))
  const half = (Z95 * (1 + 4 / n)) / Math.sqrt(n)
  const angle = Math.asin(value)
  return {
    value,
    low: Math.sin(Math.max(-Math.PI / 2, angle - half)),
    high: Math.sin(Math.min(Math.PI / 2, angle + half)),
  }
}

/** However alike rounds are, two of them tell something. */
const LEAST_EFFECTIVE = 2

/**
 * Says how many independent rounds tell as much as `n` that resemble their neighbours: n (1 − ρ)/(1 + ρ), as for the mean of a
 * first-order autoregressive series (Bayley and Hammersley, Supplement to the Journal of the Royal Statistical Society 8 (1946)
 * 184–197). As ρ is known only roughly, it is taken half a standard error (0.5/√n) above its estimate: for with few rounds it
 * is often estimated too low by chance (docs/decisions/019-intervals.md). Never more than n: an interval is not narrowed for
 * rounds that alternate.
 *
 * @returns 2..n; n where the autocorrelation is unknown
 */
export function effectiveRounds(n: number, correlation: Autocorrelation | null): number {
  if (correlation === null) return n
  const rho = Math.min(1, Math.max(0, correlation.value + 0.5 / Math.sqrt(n)))
  return Math.max(Math.min(LEAST_EFFECTIVE, n), (n * (1 - rho)) / (1 + rho))
}
