import { ascendingOrder } from '../ascending-order.ts'
import { medianOfSorted } from '../median.ts'
import { drawnMedian } from './drawn-median.ts'
import { pairColumns, type RoundPair } from './pair-rounds.ts'

/**
 * Natural logarithms of a condition's gain (median of the baseline / median of the arm), one a resample of its rounds,
 * in the order in which they were drawn: i of one condition belongs with i of another.
 *
 * Few rounds need no stretching here, unlike means: the resampled median of 3 to 6 rounds scatters a tenth more than
 * the median itself (by simulation of log-normal times), which errs on the safe side.
 *
 * @param pairs one or more; values above 0
 * @param random uniform in [0, 1), see `rng`
 */
export function resampledGains(
  pairs: readonly RoundPair[],
  random: () => number,
  resamples: number,
): Float64Array {
  const { baseline, arm } = pairColumns(pairs)
  const n = baseline.length
  const baselineOrder = ascendingOrder(baseline)
  const armOrder = ascendingOrder(arm)
  const drawn = new Int32Array(n)
  const gains = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    // Counted and not sorted, as in `resampledRatios`.
    drawn.fill(0)
    for (let draw = 0; draw < n; draw += 1) {
      const index = Math.floor(random() * n)
      drawn[index] = (drawn[index] as number) + 1
    }
    const baselineMedian = drawnMedian(baseline, baselineOrder, drawn)
    gains[resample] = Math.log(baselineMedian) - Math.log(drawnMedian(arm, armOrder, drawn))
  }
  return gains
}

/** ln(median(baseline) / median(arm)). Sorts both. */
export function logGain(baseline: Float64Array, arm: Float64Array): number {
  return Math.log(medianInPlace(baseline)) - Math.log(medianInPlace(arm))
}

function medianInPlace(values: Float64Array): number {
  return medianOfSorted(values.sort()) as number
}
