import type { MeasuringKind } from '../../fleet/queue/job.ts'

export interface WorkerCommandOptions {
  readonly vantage: string
  readonly place?: string
  readonly network?: string
  readonly reference: readonly string[]
  readonly takes: readonly MeasuringKind[]
  readonly concurrency: number
  readonly perAddress: number
  readonly resolver?: string[]
  readonly ca?: string
  readonly allowAddress: string[]
  readonly contact?: string
  readonly userAgent?: string
  readonly optOut?: string
  readonly robots: boolean
  /** Milliseconds. Absent: as the rules for the public network say. */
  readonly siteGap?: number
  /** Folder of recordings that may be replayed. */
  readonly recordings?: string
  readonly maxMemory: number
  readonly unsafeNoSandbox?: boolean
  readonly unconfined?: boolean
  readonly cache: string
  readonly database: string
}
