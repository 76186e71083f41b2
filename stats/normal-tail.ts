import { normalCdf } from './normal.ts'

/** `1 - normalCdf` loses digits from here on that the continued fraction keeps. */
const FAR = 3

/** Steps of the continued fraction that give 1e-14 of the tail at `FAR`, and more beyond. */
const STEPS = 100

/**
 * P(Z ≥ x) of the standard normal distribution, to 1e-13 of itself for x ≥ 0: a p-value of 1e-20 is not 0. Beyond 3 by
 * Laplace's continued fraction (Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.2.14).
 */
export function normalTail(x: number): number {
  if (x < FAR) return 1 - normalCdf(x)
  let fraction = x
  for (let k = STEPS; k >= 1; k -= 1) fraction = x + k / fraction
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI) / fraction
}

/** P(|Z| ≥ |z|): the two-sided p-value of a normal deviate, 0..1. */
export function twoSidedNormalP(z: number): number {
  return Math.min(1, 2 * normalTail(Math.abs(z)))
}
