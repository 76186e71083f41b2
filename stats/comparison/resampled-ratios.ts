import { ascendingOrder } from '../ascending-order.ts'
import { drawnMedian } from './drawn-median.ts'
import { type Pairs, pairColumns } from './pair-rounds.ts'

/** Natural logarithms of baseline / arm, one a resample, in the order in which they were drawn. */
interface ResampledRatios {
  readonly ofMedians: Float64Array
  readonly ofMeans: Float64Array
}

/**
 * Bootstrap over rounds: each resample draws as many rounds as there are, with replacement, and a round brings the
 * values of both arms along. Nothing is sorted per resample: how often each round was drawn is counted, and the
 * medians are found by walking along orders that were made once.
 *
 * @param pairs at least one; values above 0
 * @param random uniform in [0, 1), see `rng`
 */
export function resampledRatios(pairs: Pairs, random: () => number, resamples: number): ResampledRatios {
  const { baseline, arm } = pairColumns(pairs)
  const n = baseline.length
  const baselineOrder = ascendingOrder(baseline)
  const armOrder = ascendingOrder(arm)
  const drawn = new Int32Array(n)
  const ofMedians = new Float64Array(resamples)
  const ofMeans = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    drawn.fill(0)
    let baselineSum = 0
    let armSum = 0
    for (let draw = 0; draw < n; draw += 1) {
      const index = Math.floor(random() * n)
      drawn[index] = (drawn[index] as number) + 1
      baselineSum += baseline[index] as number
      armSum += arm[index] as number
    }
    const baselineMedian = drawnMedian(baseline, baselineOrder, drawn)
    const armMedian = drawnMedian(arm, armOrder, drawn)
    // A difference of logarithms, so that exchanging the arms changes nothing but the sign.
    ofMedians[resample] = Math.log(baselineMedian) - Math.log(armMedian)
    ofMeans[resample] = Math.log(baselineSum) - Math.log(armSum)
  }
  return { ofMedians, ofMeans }
}
