/**
 * Standard normal distribution function, to 1e-15 absolute, by the series of Marsaglia, Evaluating the Normal
 * Distribution (Journal of Statistical Software 11 (2004) 4).
 */
export function normalCdf(x: number): number {
  // The tail beyond is below 1e-18, and the series would only add up its own rounding.
  if (Math.abs(x) > 9) return x > 0 ? 1 : 0
  let sum = 0
  let term = x
  for (let k = 1; sum + term !== sum; k += 2) {
    sum += term
    term *= (x * x) / (k + 2)
  }
  return 0.5 + density(x) * sum
}

/**
 * The x at which `normalCdf` is p.
 *
 * @throws RangeError where p is not between 1e-9 and 1 - 1e-9; beyond, a difference of 1e-15 in p shows in x
 */
export function normalQuantile(p: number): number {
  if (!(p >= 1e-9 && p <= 1 - 1e-9)) throw new RangeError(`no normal quantile is computed at ${p}`)
  // Newton's steps from the middle come nearer from one side only, as the function bends one way on either side.
  let x = 0
  for (let round = 0; round < 100; round += 1) {
    const step = (p - normalCdf(x)) / density(x)
    x += step
    if (Math.abs(step) < 1e-12) break
  }
  return x
}

function density(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)
}
