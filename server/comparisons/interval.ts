import type { Limits } from '../../stats/limits.ts'
import type { Interval } from '../contract/contract.ts'

export function toInterval(limits: Limits | null | undefined): Interval | null {
  return limits == null ? null : { low: limits[0], high: limits[1] }
}
