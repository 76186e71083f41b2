/**
 * Indexes of the values, by ascending value; of equal ones the earlier first. By merging runs of doubling length in typed
 * arrays: a sort with a comparator takes several times as long, and has two more arrays of 8 bytes a value.
 */
export function ascendingOrder(values: Float64Array): Uint32Array<ArrayBuffer> {
  const n = values.length
  let from = new Uint32Array(n)
  let to = new Uint32Array(n)
  for (let index = 0; index < n; index += 1) from[index] = index
  for (let width = 1; width < n; width *= 2) {
    for (let start = 0; start < n; start += 2 * width) mergeRuns(values, from, to, start, width)
    const merged = to
    to = from
    from = merged
  }
  return from
}

/** Merges the runs of this length that begin at `start` and at its end. */
function mergeRuns(
  values: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
): void {
  const middle = Math.min(start + width, from.length)
  const end = Math.min(start + 2 * width, from.length)
  let left = start
  let right = middle
  for (let place = start; place < end; place += 1) {
    const takesLeft =
      right === end ||
      (left < middle && (values[from[left] as number] as number) <= (values[from[right] as number] as number))
    to[place] = from[takesLeft ? left++ : right++] as number
  }
}
