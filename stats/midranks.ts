import { ascendingOrder } from './ascending-order.ts'

/** Ranks 1..n, in the order of the values. */
interface Midranks {
  /** Equal values share the mean of the ranks they take up. */
  readonly ranks: Float64Array
  /** Says how many values each group of two or more equal ones holds. */
  readonly tieSizes: readonly number[]
}

/**
 * Ranks of values, as rank tests need them; empty for no values.
 *
 * @throws RangeError where a value is not finite
 */
export function midranks(values: Float64Array): Midranks {
  const bad = values.find((value) => !Number.isFinite(value))
  if (bad !== undefined) throw new RangeError(`not a finite value: ${bad}`)
  const order = ascendingOrder(values)
  const ranks = new Float64Array(values.length)
  const tieSizes: number[] = []
  for (let first = 0; first < order.length; ) {
    const value = at(values, at(order, first))
    let next = first + 1
    while (next < order.length && at(values, at(order, next)) === value) next += 1
    // The mean of first + 1, …, next.
    for (let place = first; place < next; place += 1) ranks[at(order, place)] = (first + 1 + next) / 2
    if (next - first > 1) tieSizes.push(next - first)
    first = next
  }
  return { ranks, tieSizes }
}

/** Σ (t³ − t) over groups of t equal values: what ties take from the variance of a rank sum. */
export function tieCorrection(tieSizes: readonly number[]): number {
  return tieSizes.reduce((sum, size) => sum + size ** 3 - size, 0)
}

function at(values: Float64Array | Uint32Array, index: number): number {
  return values[index] as number
}
