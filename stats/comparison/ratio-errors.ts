import { rng } from '../rng.ts'
import { exactRatioErrors, Moments, type RatioErrors, resampleCount } from './exact-ratio-errors.ts'
import { type Pairs, pairColumns } from './pair-rounds.ts'
import { resampledRatios } from './resampled-ratios.ts'

/** Up to here all resamples are enumerated: 92,378 of 10 rounds, 352,716 of 11. */
const EXACT_ROUNDS = 10

/** Draws of a round that keep limits within ± 1 % over seeds (the slow tests show it). Few rounds scatter more. */
const STEADY_DRAWS = 400_000

const LEAST_RESAMPLES = 2_000

/**
 * Standard errors of the logarithms of baseline / arm by bootstrap over rounds: of all resamples up to `EXACT_ROUNDS`,
 * beyond of seeded random ones, 400,000 / n of them and at least 2,000.
 *
 * @param pairs values above 0
 * @param resamples so many random ones instead, whatever the number of rounds
 * @returns null without rounds
 */
export function ratioErrors(pairs: Pairs, seed: number, resamples: number | null = null): RatioErrors | null {
  const columns = pairColumns(pairs)
  const n = columns.rounds.length
  const random = rng(seed)
  if (n === 0) return null
  if (n <= EXACT_ROUNDS && resamples === null) return exactRatioErrors(columns)
  const { ofMedians, ofMeans } = resampledRatios(columns, random, resamples ?? resamplesOf(n))
  return { ofMedians: deviation(ofMedians), ofMeans: deviation(ofMeans) }
}

/** Returns the cost of `ratioErrors` in draws of a round: some 15 ns each. */
export function drawsFor(n: number): number {
  return n * (n <= EXACT_ROUNDS ? resampleCount(n) : resamplesOf(n))
}

function resamplesOf(n: number): number {
  return Math.max(LEAST_RESAMPLES, Math.ceil(STEADY_DRAWS / n))
}

function deviation(values: Float64Array): number {
  const moments = new Moments()
  for (const value of values) moments.add(value, 1)
  return moments.deviation
}
