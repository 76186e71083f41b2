import { ascending } from './ascending.ts'
import { medianRanks } from './median-ranks.ts'
import { quantile } from './quantile.ts'

interface MedianEstimate {
  readonly value: number
  /** Interval at 95 %, free of assumptions about the distribution (the sign test's); null for fewer than 6 values. */
  readonly interval: readonly [low: number, high: number] | null
}

/**
 * The median of values as an estimate of the population's.
 *
 * @returns undefined without values
 * @throws RangeError where a value is not finite
 */
export function medianEstimate(values: Iterable<number>): MedianEstimate | undefined {
  const sorted = ascending(values)
  const value = quantile(sorted, 0.5)
  if (value === undefined) return undefined
  const ranks = medianRanks(sorted.length)
  const [low, high] = [sorted[(ranks?.low ?? 0) - 1], sorted[(ranks?.high ?? 0) - 1]]
  return { value, interval: low === undefined || high === undefined ? null : [low, high] }
}
