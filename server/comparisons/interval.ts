import type { Estimate } from '../../figures/column.ts'
import type { Limits } from '../../stats/limits.ts'
import type { Interval } from '../contract/contract.ts'

export function toInterval(limits: Limits | null | undefined): Interval | null {
  return limits == null ? null : { low: limits[0], high: limits[1] }
}

/** A value with its limits; null where there is no value. */
export function toEstimate(value: number | null, limits: Limits | null | undefined): Estimate | null {
  return value === null ? null : { value, low: limits?.[0] ?? null, high: limits?.[1] ?? null }
}
