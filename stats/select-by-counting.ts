/** Says how many of a multitude of values are at most a limit, and the two values on either side of it. */
export interface Split {
  readonly atMost: number
  /** Largest value that is at most the limit; -Infinity where there is none. */
  readonly below: number
  /** Smallest value above the limit; Infinity where there is none. */
  readonly above: number
}

/**
 * The k-th smallest of values that nobody writes down, such as all n·m differences of two samples: bisection between
 * the smallest and the largest, where each step only counts. As each step goes on from a value that exists, the result
 * is exact, not merely near.
 *
 * @param k 1 for the smallest
 * @param lowest the smallest value
 * @param highest the largest value
 */
export function selectByCounting(
  k: number,
  lowest: number,
  highest: number,
  split: (limit: number) => Split,
): number {
  let low = lowest
  let high = highest
  while (low < high) {
    const middle = average(low, high)
    // Two neighbouring numbers have no middle between them: the lower one decides.
    const { atMost, below, above } = split(middle < high ? middle : low)
    if (atMost >= k) high = below
    else low = above
  }
  return low
}

/** Averages two values; halves first, as their sum could leave the range of numbers. */
export function average(a: number, b: number): number {
  return a / 2 + b / 2
}
