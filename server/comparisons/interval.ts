import type { Limits } from '../../stats/comparison/compare-arms.ts'
import type { Interval } from '../contract/contract.ts'

export function intervalOf(limits: Limits | null | undefined): Interval | null {
  return limits == null ? null : { low: limits[0], high: limits[1] }
}
