import { wilson, Z95 } from './wilson.ts'

/** The four cells of a 2×2 table of pairs. */
interface PairedCounts {
  /** yes, then yes */
  readonly kept: number
  /** yes, then no */
  readonly lost: number
  /** no, then yes */
  readonly gained: number
  /** no, then no */
  readonly never: number
}

export interface PairedDifference {
  /** Pairs. */
  readonly n: number
  /** Share after minus share before, -1..1. */
  readonly difference: number
  readonly low: number
  readonly high: number
  /** Two-sided exact McNemar p (binomial test of gained against lost). */
  readonly p: number
  /**
   * Difference that this many pairs would have shown in 80 % of tries at the 5 % level: (z.975 + z.80)·√(ψ/n) with ψ
   * the upper 95 % limit of the share of pairs that changed (Connor, Biometrics 43 (1987) 207–211, its √(ψ−δ²) taken
   * as √ψ, which errs upwards). At most 1.
   */
  readonly detectable: number
}

/** Normal quantile for a power of 80 %. */
const Z80 = 0.841621

/**
 * Difference of two proportions in the same units, with Newcombe's hybrid score interval with corrected φ
 * (method 10 of Newcombe, Statistics in Medicine 17 (1998) 2635–2650), 95 %.
 *
 * @returns null without pairs
 */
export function pairedDifference({ kept, lost, gained, never }: PairedCounts): PairedDifference | null {
  const n = kept + lost + gained + never
  const after = wilson(kept + gained, n)
  const before = wilson(kept + lost, n)
  const changed = wilson(gained + lost, n)
  if (after === null || before === null || changed === null) return null
  const phi = correctedPhi(kept, gained, lost, never)
  const difference = (gained - lost) / n
  const spread = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b))
  return {
    n,
    difference,
    low: difference - spread(after.share - after.low, before.high - before.share),
    high: difference + spread(before.share - before.low, after.high - after.share),
    p: mcnemarExact(gained, lost),
    detectable: Math.min(1, (Z95 + Z80) * Math.sqrt(changed.high / n)),
  }
}

/** Cells by rows: r s / t u. A table with an empty margin has no correlation to correct for: 0. */
function correctedPhi(r: number, s: number, t: number, u: number): number {
  const margins = (r + s) * (t + u) * (r + t) * (s + u)
  if (margins === 0) return 0
  const cross = r * u - s * t
  const half = (r + s + t + u) / 2
  const corrected = cross > half ? cross - half : Math.min(cross, 0)
  return corrected / Math.sqrt(margins)
}

/** Doubles the lower binomial (gained + lost, ½) tail at the smaller count, at most 1. No change at all gives 1. */
export function mcnemarExact(gained: number, lost: number): number {
  const n = gained + lost
  const k = Math.min(gained, lost)
  if (gained === lost) return 1
  // ln C(n, k) by summing: exact enough for any survey, and no gamma function needed.
  let lnTerm = -n * Math.LN2
  for (let i = 1; i <= k; i++) lnTerm += Math.log((n - k + i) / i)
  let sum = 0
  let ratio = 1
  for (let i = k; i >= 0 && ratio > 1e-17; i--) {
    sum += ratio
    ratio *= i / (n - i + 1)
  }
  return Math.min(1, 2 * Math.exp(lnTerm) * sum)
}
