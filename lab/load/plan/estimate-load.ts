import { durationMs, type LoadPlan } from './load-plan.ts'
import { plannedLoads } from './planned-loads.ts'

export interface LoadEstimate {
  /** Servers × arms that they speak × repetitions. */
  readonly loads: number
  readonly totalMs: number
  /** File descriptors that the load program needs, and about as many a server. */
  readonly files: number
}

/** Time of a run beside its ramps: link and server of each load, and the link's measurement. */
const LOAD_MS = 4_000
const LINK_MS = 15_000

export function estimateLoad(plan: LoadPlan): LoadEstimate {
  const loads = plannedLoads(plan).length
  return {
    loads,
    totalMs: LINK_MS + loads * (durationMs(plan.ramp) + LOAD_MS),
    files: neededFiles(plan),
  }
}

/** Counts as lab/load/program/src/file_limit.rs does, for the arm that needs most. */
function neededFiles({ arms, ramp, connections }: LoadPlan): number {
  const perUser = arms.includes('h1') ? 6 : 1
  return ramp.users * perUser * (connections === 'kept' ? 1 : 2) + 32
}
