import { quantile } from './quantile.ts'

/**
 * The middle value, or the mean of the middle two. The input is not changed.
 *
 * @returns in the unit of the values; undefined without values
 * @throws RangeError where a value is not finite
 */
export function median(values: Iterable<number>): number | undefined {
  return quantile(values, 0.5)
}
