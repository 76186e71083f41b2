/**
 * The regularised incomplete beta function I_x(a, b), 0..1, to some 1e-12 of itself for a and b up to 1,000 (1e-9 up to
 * 1,000,000): the continued fraction of the NIST Digital Library of Mathematical Functions, 8.17.22, by Lentz's method
 * as modified by Thompson and Barnett (Journal of Computational Physics 64 (1986) 490–509).
 *
 * @param x 0..1
 * @param a above 0
 * @param b above 0
 * @param complement 1 − x, where the caller knows it with more digits
 * @throws RangeError where an argument is out of its range
 */
export function incompleteBeta(x: number, a: number, b: number, complement = 1 - x): number {
  if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) throw new RangeError(`no I_x(a, b) at ${x}, ${a}, ${b}`)
  if (x === 0 || complement === 0) return x === 0 ? 0 : 1
  // The fraction converges fast below the mean; above it the other tail is computed.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(complement, b, a, x)
  const front = Math.exp(
    a * Math.log(x) + b * Math.log(complement) + lnGamma(a + b) - lnGamma(a) - lnGamma(b),
  )
  return (front / a) * fraction(x, a, b)
}

/** More than any a and b up to 1e8 need: some √max(a, b). */
const STEPS = 20_000

function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const notZero = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let step = 1; step <= STEPS; step += 1) {
    const place = a + 2 * step
    let change = 1
    for (const term of [
      (step * (b - step) * x) / ((place - 1) * place),
      (-(a + step) * (a + b + step) * x) / (place * (place + 1)),
    ]) {
      d = 1 / notZero(1 + term * d)
      c = notZero(1 + term / c)
      change = c * d
      result *= change
    }
    if (Math.abs(change - 1) < 1e-15) break
  }
  return result
}

/** Coefficients of Lanczos' approximation with g = 7 and 9 terms (Paul Godfrey, 2001): to 1e-15. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const

/** ln Γ(x) for x above 0 (Lanczos, SIAM Journal on Numerical Analysis B 1 (1964) 86–96). */
export function lnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x)
  const z = x - 1
  const sum = LANCZOS.reduce(
    (so, coefficient, index) => so + (index === 0 ? coefficient : coefficient / (z + index)),
    0,
  )
  const t = z + 7.5
  return Math.log(2 * Math.PI) / 2 + (z + 0.5) * Math.log(t) - t + Math.log(sum)
}
