/**
 * How many ways there are to choose k of n; Infinity where they are more than `atMost`, and nobody will count them.
 */
export function choiceCount(n: number, k: number, atMost: number): number {
  let count = 1
  // Each step is a binomial coefficient itself, so each division leaves no rest.
  for (let chosen = 1; chosen <= Math.min(k, n - k); chosen += 1) {
    count = (count * (n - chosen + 1)) / chosen
    if (count > atMost) return Infinity
  }
  return count
}

/**
 * Every choice of k of the places 0..n−1, each ascending, in lexicographic order.
 *
 * @returns the same array again and again, to be read and not kept
 */
export function* choices(n: number, k: number): Generator<Int32Array> {
  const chosen = Int32Array.from({ length: k }, (_, index) => index)
  for (;;) {
    yield chosen
    let last = k - 1
    while (last >= 0 && chosen[last] === n - k + last) last -= 1
    if (last < 0) return
    const next = (chosen[last] as number) + 1
    for (let index = last; index < k; index += 1) chosen[index] = next + index - last
  }
}
