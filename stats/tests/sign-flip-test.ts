import { ascending } from '../ascending.ts'
import { checkResamples } from '../check-resamples.ts'
import { medianOfSorted } from '../median.ts'
import { rng } from '../rng.ts'
import { leastOf, MOST_SPLITS, type PermutationOptions, type PermutationTest } from './permutation-test.ts'

/**
 * Permutation test of pairs: where the arms of a round are alike, either could have been the other, so each difference
 * could as well have had the other sign (Fisher 1935). p is the share of all 2^n choices of signs whose mean (or median)
 * difference is at least as large, in either direction, as the observed one; with more than 16 pairs of seeded random
 * choices, as in `permutationTest`.
 *
 * @param differences of the pairs, baseline minus arm
 * @returns undefined without differences; `difference` is their mean or median, `splits` the choices looked at
 * @throws RangeError where a difference is not finite or an option is out of its range
 */
export function signFlipTest(
  differences: Iterable<number>,
  { statistic, seed, resamples = 10_000 }: PermutationOptions,
): PermutationTest | undefined {
  checkResamples(resamples)
  const observed = ascending(differences)
  const n = observed.length
  if (n === 0) return undefined
  const centreOf = statistic === 'means' ? mean : median
  const difference = centreOf(observed)
  const least = leastOf(difference, observed)
  const flipped = new Float64Array(n)
  let asLarge = 0
  const count = (isFlipped: (index: number) => boolean) => {
    for (const [index, value] of observed.entries()) flipped[index] = isFlipped(index) ? -value : value
    if (Math.abs(centreOf(flipped)) >= least) asLarge += 1
  }
  const splits = 2 ** n
  if (splits <= MOST_SPLITS) {
    for (let signs = 0; signs < splits; signs += 1) count((index) => ((signs >> index) & 1) === 1)
    return { difference, p: asLarge / splits, method: 'exact', splits }
  }
  const random = rng(seed)
  for (let draw = 0; draw < resamples; draw += 1) count(() => random() < 0.5)
  return { difference, p: (1 + asLarge) / (1 + resamples), method: 'monte carlo', splits: resamples }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: Float64Array): number {
  return medianOfSorted(values.toSorted()) as number
}
