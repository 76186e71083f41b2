import type { PostgresServer } from '../harness/postgres-server.ts'
import type { Disturbances } from './disturb.ts'

/** What both kinds of work are disturbed with, and where. */
export interface KillRun extends Disturbances {
  readonly server: PostgresServer
  readonly workerCount: number
  /** For files of the run. */
  readonly folder: string
  readonly random: () => number
  readonly say: (line: string) => void
}

/** A promise, and whether it held. */
export interface Finding {
  readonly promise: string
  readonly holds: boolean
  /** Numbers, and what is wrong. */
  readonly detail: string
}
