import type { Arm } from './arm.ts'

export interface ScheduledSample {
  readonly site: number
  readonly arm: Arm
  /** Counted from 0. */
  readonly round: number
  /** Place in the round of its site, from 0. */
  readonly position: number
}
