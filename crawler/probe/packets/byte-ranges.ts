/** A set of bytes of a stream, as ranges: start included, end not. */
export class ByteRanges {
  /** Sorted, apart from each other. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  add(start: number, end: number): void {
    if (end <= start) return
    // Ranges that touch are merged, so the first one that ends at or behind the start is the first to go.
    const from = firstAtLeast(this.#ends, start)
    let to = from
    let [low, high] = [start, end]
    while (to < this.#starts.length && (this.#starts[to] ?? 0) <= end) {
      low = Math.min(low, this.#starts[to] ?? low)
      high = Math.max(high, this.#ends[to] ?? high)
      to += 1
    }
    this.#starts.splice(from, to - from, low)
    this.#ends.splice(from, to - from, high)
  }

  get size(): number {
    return this.#ends.reduce((bytes, end, index) => bytes + end - (this.#starts[index] ?? end), 0)
  }

  overlaps(start: number, end: number): boolean {
    const index = firstAtLeast(this.#ends, start + 1)
    return start < end && index < this.#starts.length && (this.#starts[index] ?? 0) < end
  }

  /** True where every byte of the range is in it; an empty range always is. */
  covers(start: number, end: number): boolean {
    const index = firstAtLeast(this.#ends, end)
    return start >= end || (this.#starts[index] ?? Number.POSITIVE_INFINITY) <= start
  }
}

function firstAtLeast(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
