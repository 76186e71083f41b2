/** Fewer values do not enclose their population's median with 95 %: the least that `medianRanks` has ranks of. */
export const MIN_VALUES = 6

/**
 * The ranks, from 1, of the two values that enclose the population's median with a confidence of 95 % at least, whatever
 * the distribution: the sign test's interval (Conover, Practical Nonparametric Statistics, 3.2). It is the narrowest one
 * of the kind with as many values left out below as above.
 *
 * @param n values, a whole number
 * @returns null for n below `MIN_VALUES`: all of them together do not enclose it with 95 %
 */
export function medianRanks(n: number): { readonly low: number; readonly high: number } | null {
  // Terms of the binomial distribution by their logarithms: 0.5^n itself is 0 in floating point from n = 1075 on.
  let logTerm = -n * Math.LN2
  let tail = 0
  let low = 0
  while (low < n / 2) {
    tail += Math.exp(logTerm)
    if (tail > 0.025) break
    low += 1
    logTerm += Math.log((n - low + 1) / low)
  }
  return low === 0 ? null : { low, high: n + 1 - low }
}
