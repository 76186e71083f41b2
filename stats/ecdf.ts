import { ascending } from './ascending.ts'

/** One step of an empirical distribution: the share (0..1) of values that are at most `value`. */
interface EcdfStep {
  readonly value: number
  readonly share: number
}

/**
 * The empirical distribution function, one step for each distinct value, ascending; equal values make one higher
 * step. The last share is exactly 1. Left of the first step the share is 0.
 *
 * @returns undefined without values: there is no distribution of nothing
 * @throws RangeError where a value is not finite
 */
export function ecdf(values: Iterable<number>): readonly EcdfStep[] | undefined {
  const sorted = ascending(values)
  if (sorted.length === 0) return undefined
  const steps: EcdfStep[] = []
  for (const [index, value] of sorted.entries()) {
    if (value !== sorted[index + 1]) steps.push({ value, share: (index + 1) / sorted.length })
  }
  return steps
}
