/**
 * The median of `values` where value i stands `drawn[i]` times. As the counts add up to the number of values, the walk
 * ends within the arrays.
 */
export function drawnMedian(values: Float64Array, order: Uint32Array, drawn: Int32Array): number {
  const lowerPlace = (values.length - 1) >> 1
  const upperPlace = values.length >> 1
  let step = 0
  let index = order[0] as number
  let passed = drawn[index] as number
  while (passed <= lowerPlace) {
    step += 1
    index = order[step] as number
    passed += drawn[index] as number
  }
  const lower = values[index] as number
  while (passed <= upperPlace) {
    step += 1
    index = order[step] as number
    passed += drawn[index] as number
  }
  return (lower + (values[index] as number)) / 2
}
