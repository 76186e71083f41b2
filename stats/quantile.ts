import { ascending } from './ascending.ts'

/**
 * The p-quantile by the R-7 method (Hyndman and Fan, The American Statistician 50 (1996) 361–365, definition 7; the
 * default of R, NumPy and spreadsheets): linear between the two nearest values. The input is not changed.
 *
 * @param p 0..1
 * @returns in the unit of the values; undefined without values
 * @throws RangeError where p is outside 0..1 or a value is not finite
 */
export function quantile(values: Iterable<number>, p: number): number | undefined {
  return quantileOfSorted(ascending(values), p)
}

/** `quantile` of values that already are in ascending order. */
export function quantileOfSorted(sorted: Float64Array, p: number): number | undefined {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile is asked for at 0..1, not ${p}`)
  const place = (sorted.length - 1) * p
  const below = Math.floor(place)
  const low = sorted[below]
  if (low === undefined) return undefined
  const high = sorted[below + 1] ?? low
  return low + (place - below) * (high - low)
}
