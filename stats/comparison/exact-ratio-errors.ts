import { ascendingOrder } from '../ascending-order.ts'
import { drawnMedian } from './drawn-median.ts'
import { type Pairs, pairColumns } from './pair-rounds.ts'

/** Standard deviations of the natural logarithm of baseline / arm over bootstrap resamples of the rounds. */
export interface RatioErrors {
  readonly ofMedians: number
  readonly ofMeans: number
}

/**
 * The bootstrap's standard errors without chance, by enumeration: each of the C(2n − 1, n) ways to draw n rounds out of n
 * with replacement, with its multinomial probability n! / (c₁! … cₙ! nⁿ) (Fisher and Hall, Journal of Statistical Planning
 * and Inference 27 (1991) 157–169). 462 resamples for 6 rounds, 92,378 for 10.
 *
 * @param pairs 1 to some 11; values above 0
 */
export function exactRatioErrors(pairs: Pairs): RatioErrors {
  const columns = pairColumns(pairs)
  const n = columns.rounds.length
  // Ascending by the baseline, so that its median is known as soon as enough rounds have been drawn.
  const order = ascendingOrder(columns.baseline)
  const baseline = Float64Array.from(order, (index) => columns.baseline[index] as number)
  const arm = Float64Array.from(order, (index) => columns.arm[index] as number)
  const armOrder = ascendingOrder(arm)
  const [lowerPlace, upperPlace] = [(n - 1) >> 1, n >> 1]
  const drawn = new Int32Array(n)
  const ofMedians = new Moments()
  const ofMeans = new Moments()
  /** Draws round `index` 0 times, once, … out of the draws that are left, and the rounds after it likewise. */
  const draw = (
    index: number,
    left: number,
    weight: number,
    baselineSum: number,
    armSum: number,
    lower: number,
    upper: number,
  ): void => {
    const value = baseline[index] as number
    if (index === n - 1) {
      drawn[index] = left
      let lastWeight = weight
      for (let count = 2; count <= left; count += 1) lastWeight /= count
      const baselineMedian = ((lower > 0 ? lower : value) + (upper > 0 ? upper : value)) / 2
      ofMedians.add(Math.log(baselineMedian / drawnMedian(arm, armOrder, drawn)), lastWeight)
      ofMeans.add(
        Math.log((baselineSum + left * value) / (armSum + left * (arm[index] as number))),
        lastWeight,
      )
      return
    }
    let countWeight = weight
    for (let count = 0; count <= left; count += 1) {
      if (count > 1) countWeight /= count
      drawn[index] = count
      const passed = n - left + count
      draw(
        index + 1,
        left - count,
        countWeight,
        baselineSum + count * value,
        armSum + count * (arm[index] as number),
        // 0: not reached yet; values are above 0.
        lower > 0 || passed <= lowerPlace ? lower : value,
        upper > 0 || passed <= upperPlace ? upper : value,
      )
    }
  }
  draw(0, n, weightOfDistinct(n), 0, 0, 0, 0)
  return { ofMedians: ofMedians.deviation, ofMeans: ofMeans.deviation }
}

/** C(2n − 1, n). */
export function resampleCount(n: number): number {
  let count = 1
  for (let k = 1; k <= n; k += 1) count = (count * (n - 1 + k)) / k
  return count
}

/** n! / nⁿ: of the resample that holds every round once. */
function weightOfDistinct(n: number): number {
  let weight = 1
  for (let k = 1; k <= n; k += 1) weight *= k / n
  return weight
}

/** Mean and variance of weighted values, one after the other (West, Communications of the ACM 22 (1979) 532–535). */
export class Moments {
  #weight = 0
  #mean = 0
  #squares = 0

  add(value: number, weight: number): void {
    this.#weight += weight
    const step = value - this.#mean
    this.#mean += (step * weight) / this.#weight
    this.#squares += weight * step * (value - this.#mean)
  }

  /** Deviation of the distribution itself: divided by the whole weight. */
  get deviation(): number {
    return Math.sqrt(this.#squares / this.#weight)
  }
}
