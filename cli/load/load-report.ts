import type { Database } from '../../db/connection/database.ts'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { secondsOf } from '../../db/load/load-seconds.ts'
import { loadsOf } from '../../db/load/loads.ts'
import type { LoadPlan } from '../../lab/load/plan/load-plan.ts'
import type { LoadProtocol } from '../../model/load-second.ts'
import { type ArmReport, armReports, type TakenLoad } from '../../stats/load/arm-reports.ts'
import { loadFigures } from '../../stats/load/load-figures.ts'

/** As it was stored with a run. */
export type StoredPlan = Omit<LoadPlan, 'name' | 'seed'>

export interface LoadReport {
  readonly run: LoadRunRow
  readonly plan: StoredPlan
  readonly loads: { readonly done: number; readonly planned: number }
  /** Which arm the others are compared with. */
  readonly baseline: LoadProtocol
  readonly arms: readonly ArmReport[]
}

/** Computes what a load run says of its servers, from what was recorded each second. */
export async function loadReport(db: Database, run: LoadRunRow): Promise<LoadReport> {
  const plan = run.plan as StoredPlan
  const loads = await loadsOf(db, run.id)
  const taken: TakenLoad[] = []
  // One after the other: the seconds of a long run are some megabytes.
  for (const { state, load, server, arm, repetition, facts } of loads) {
    if (state !== 'done') continue
    const { cores = null } = (facts ?? {}) as { readonly cores?: object | null }
    const options = { intervalMs: plan.ramp.intervalMs, limitMs: plan.slaMs, isPinned: cores !== null }
    const figures = loadFigures(await secondsOf(db, run.id, load), options)
    taken.push({ server, arm, repetition, figures })
  }
  const baseline = plan.arms.includes('h1') ? 'h1' : (plan.arms[0] ?? 'h1')
  return {
    run,
    plan,
    loads: { done: taken.length, planned: loads.length },
    baseline,
    arms: armReports(taken, baseline),
  }
}
