import { normalQuantile } from '../normal.ts'

/**
 * The critical value c that a standardized sum stays within, |Sₙ|/√n < c, at *every* n from the first look to the last, with
 * probability 1 − alpha: the constant boundary of repeated confidence intervals (Jennison and Turnbull, Journal of the
 * Royal Statistical Society B 51 (1989) 305–361; Pocock's, with a look after every round). From the crossing probability of
 * Brownian motion (Miller and Siegmund, Biometrics 38 (1982) 1011–1016),
 *
 *   P ≈ φ(c) (c − 1/c) ln(last/first) + 4 φ(c)/c,
 *
 * which is an upper bound for looks at whole numbers of rounds: by simulation they cross in 3 to 4 % of cases for 5 %.
 *
 * @param alpha 0.01..0.5
 * @returns z of the normal distribution where there is one look
 */
export function sequentialBound(firstLook: number, lastLook: number, alpha: number): number {
  if (!(firstLook >= 1 && lastLook >= firstLook)) {
    throw new RangeError(`looks are from 1 or more to as many at least, not from ${firstLook} to ${lastLook}`)
  }
  if (!(alpha >= 0.01 && alpha <= 0.5)) throw new RangeError(`alpha is 0.01 to 0.5, not ${alpha}`)
  const single = normalQuantile(1 - alpha / 2)
  if (lastLook === firstLook) return single
  let low = single
  let high = 8
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (crossing(middle, Math.log(lastLook / firstLook)) > alpha) low = middle
    else high = middle
  }
  return high
}

function crossing(c: number, logSpan: number): number {
  const density = Math.exp(-0.5 * c * c) / Math.sqrt(2 * Math.PI)
  return density * ((c - 1 / c) * logSpan + 4 / c)
}
