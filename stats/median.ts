import { ascending } from './ascending.ts'

/**
 * The middle value, or the mean of the middle two. The input is not changed.
 *
 * @returns in the unit of the values; undefined without values
 * @throws RangeError where a value is not finite
 */
export function median(values: Iterable<number>): number | undefined {
  return medianOfSorted(ascending(values))
}

/** `median` of values that already are in ascending order. */
export function medianOfSorted(sorted: Float64Array): number | undefined {
  const lower = sorted[(sorted.length - 1) >> 1]
  const upper = sorted[sorted.length >> 1]
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2
}
