import { quantileOfSorted } from '../../stats/quantile.ts'

/** Times to answer, milliseconds. */
export interface Latencies {
  readonly n: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** @throws RangeError without times */
export function latenciesOf(timesMs: readonly number[]): Latencies {
  const sorted = Float64Array.from(timesMs).sort()
  const percentile = (p: number): number => {
    const value = quantileOfSorted(sorted, p)
    if (value === undefined) throw new RangeError('no times were measured')
    return value
  }
  return {
    n: sorted.length,
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    maxMs: percentile(1),
  }
}
