import type { Arm } from './arm.ts'

export interface ScheduledSample {
  readonly site: number
  readonly arm: Arm
  /** From 0. */
  readonly round: number
  /** In the round of its site, from 0. */
  readonly position: number
}
