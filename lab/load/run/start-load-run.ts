import type { Database } from '../../../db/connection/database.ts'
import { createLoadRun, unfinishedLoadRun } from '../../../db/load/load-runs.ts'
import type { LoadPlan } from '../plan/load-plan.ts'
import { plannedLoads } from '../plan/planned-loads.ts'

interface StartLoadRunOptions {
  readonly plan: LoadPlan
  readonly resume: boolean
  readonly toolVersion: string
  readonly versions: Readonly<Record<string, string>>
  readonly createdAt: string
}

/**
 * The load run to resume, where that is wanted and there is one of exactly this plan that has not come to its end; else a
 * new one, all its loads pending.
 */
export async function startLoadRun(
  db: Database,
  { plan, resume, ...rest }: StartLoadRunOptions,
): Promise<{ readonly id: number; readonly isResumed: boolean }> {
  const { name, seed, ...stored } = plan
  const run = { name, seed, plan: stored, ...rest }
  const found = resume ? await unfinishedLoadRun(db, run) : null
  if (found !== null) return { id: found.id, isResumed: true }
  return { id: await createLoadRun(db, { ...run, loads: plannedLoads(plan) }), isResumed: false }
}
