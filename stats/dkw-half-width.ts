/**
 * Returns half the height of the 95 % confidence band around an empirical distribution function: the distribution that n
 * independent values were drawn from lies within ± this of it, everywhere at once, with a probability of 95 % at least
 * (Dvoretzky, Kiefer and Wolfowitz 1956, with the constant of Massart, The Annals of Probability 18 (1990) 1269–1283).
 *
 * @param n values, a whole number
 * @returns a share, 0..1: for few values all of it; null without values
 */
export function dkwHalfWidth(n: number): number | null {
  return n === 0 ? null : Math.min(1, Math.sqrt(Math.log(2 / ERROR) / (2 * n)))
}

const ERROR = 0.05
