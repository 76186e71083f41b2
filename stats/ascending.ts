/**
 * The values in ascending order, in an array of their own.
 *
 * @throws RangeError where one is NaN or infinite: what is missing is null and stays out, it is never ranked
 */
export function ascending(values: Iterable<number>): Float64Array {
  const sorted = Float64Array.from(values).sort()
  // The order puts -Infinity first, Infinity and NaN last, so the ends tell of all.
  for (const end of [sorted[0], sorted[sorted.length - 1]]) {
    if (end !== undefined && !Number.isFinite(end)) throw new RangeError(`not a finite value: ${end}`)
  }
  return sorted
}
