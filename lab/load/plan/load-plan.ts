import { join } from 'node:path'
import type { LoadedArm } from '../../../model/load-second.ts'
import type { LinkCondition } from '../../link/condition/link.ts'
import type { ApacheWorkers } from '../../origin/serve-order.ts'
import type { ServerName } from '../../origin/servers.ts'
import type { PlanFolder } from '../../plan/find-plan.ts'
import type { LoadConnections } from '../order.ts'

export const LOAD_PLANS: PlanFolder = {
  folder: join(import.meta.dirname, '..', 'plans'),
  listCommand: 'towline load plan --list',
}

/** Users of one load over time: from one to all of them along a straight line, then all of them. */
export interface LoadRamp {
  readonly users: number
  readonly rampMs: number
  readonly holdMs: number
  /** Computes everything over intervals of this length, a whole number of seconds. */
  readonly intervalMs: number
}

/** Describes what is to be measured: a file of lab/load/plans, read and found to be possible. */
export interface LoadPlan {
  readonly name: string
  readonly title: string
  /** Names what it repeats; null: ours. */
  readonly source: string | null
  /** Page of the lab's catalogue, from one host. */
  readonly page: string
  readonly arms: readonly LoadedArm[]
  readonly servers: readonly ServerName[]
  readonly apache: ApacheWorkers
  readonly link: LinkCondition
  /** The kernel's name of TCP's, and of QUIC where the server can be set; null: the machine's. */
  readonly congestionControl: string | null
  readonly connections: LoadConnections
  readonly thinkMs: number
  /** p95 of page times is to stay below it. */
  readonly slaMs: number
  readonly pageLimitMs: number
  readonly connectLimitMs: number
  readonly repetitions: number
  /** 0 to 2^32 - 1. */
  readonly seed: number
  readonly ramp: LoadRamp
  /** The ramp of what is repeated, where `ramp` is a shorter one; null: there is none. */
  readonly fullRamp: LoadRamp | null
}

/** Time from the first user's arrival to the end. */
export function durationMs({ rampMs, holdMs }: LoadRamp): number {
  return rampMs + holdMs
}
