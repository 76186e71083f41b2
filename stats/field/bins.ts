import type { Bins } from '../../model/published-cell.ts'
/** Each bin of a published curve is so many times as wide as the one before (safety.md P9). */
export const BIN_RATIO = 1.05

const WIDTH = Math.log(BIN_RATIO)

/**
 * The number of the bin that a time lies in. Bin 0 holds everything below 1.05 ms, bin i what is from 1.05^i ms to below
 * 1.05^(i+1) ms: 600 s lie in bin 272.
 *
 * @param ms 0 or more
 * @throws RangeError where it is negative or not finite
 */
export function binOf(ms: number): number {
  if (!(ms >= 0 && ms < Infinity)) throw new RangeError(`no bin holds ${ms} ms`)
  if (ms < BIN_RATIO) return 0
  const near = Math.floor(Math.log(ms) / WIDTH)
  // The logarithm may miss an edge by its rounding: the edges decide.
  if (ms < BIN_RATIO ** near) return near - 1
  return ms < BIN_RATIO ** (near + 1) ? near : near + 1
}

/** Returns the edges of a bin, milliseconds; what lies at its upper edge belongs to the next one. */
export function binEdges(bin: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: bin === 0 ? 0 : BIN_RATIO ** bin, toMs: BIN_RATIO ** (bin + 1) }
}

/** The bins of values, milliseconds. */
export function binned(values: Iterable<number>): Bins {
  const counts = new Map<number, number>()
  for (const ms of values) {
    const bin = binOf(ms)
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  return [...counts].toSorted(([a], [b]) => a - b)
}

/** Says how many the bins hold. */
export function binTotal(bins: Bins): number {
  return bins.reduce((sum, [, count]) => sum + count, 0)
}
