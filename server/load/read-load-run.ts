import type { Database } from '../../db/connection/database.ts'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { secondsOf } from '../../db/load/load-seconds.ts'
import { type LoadRow, loadsOf } from '../../db/load/loads.ts'
import type { LoadProtocol } from '../../model/load-second.ts'
import { type ArmReport, armReports } from '../../stats/load/arm-reports.ts'
import { type LoadFigures, loadFigures } from '../../stats/load/load-figures.ts'
import { isBroken, type LoadInterval, loadIntervals } from '../../stats/load/load-intervals.ts'
import { type CostSecond, costSeconds } from '../../stats/load/server-costs.ts'
import type { LoadPlanFacts } from '../contract/load.ts'
import { loadPlanOf } from './load-plan.ts'

export interface LoadReport {
  readonly run: LoadRunRow
  readonly plan: LoadPlanFacts
  readonly loads: { readonly done: number; readonly planned: number }
  /** Which arm the others are compared with. */
  readonly baseline: LoadProtocol
  readonly arms: readonly ArmReport[]
}

export interface ShownInterval extends Omit<LoadInterval, 'seconds'> {
  readonly isOverLimit: boolean
}

export interface ReadLoad {
  readonly row: LoadRow
  /** Null until it has come to its end. */
  readonly figures: LoadFigures | null
  /** None until then. */
  readonly intervals: readonly ShownInterval[]
}

export interface ReadLoadRun {
  readonly report: LoadReport
  readonly loads: readonly ReadLoad[]
}

/** Computes what a load run says of its servers, from what was recorded each second. */
export async function readLoadRun(db: Database, run: LoadRunRow): Promise<ReadLoadRun> {
  const plan = loadPlanOf(run)
  const found: (readonly [load: ReadLoad, seconds: readonly CostSecond[]])[] = []
  // One after the other: the seconds of a long run are some megabytes.
  for (const row of await loadsOf(db, run.id)) found.push(await readLoad(db, plan, row))
  const loads = found.map(([load]) => load)
  const taken = found.flatMap(([{ row, figures }, seconds]) => {
    const { server, arm, repetition } = row
    return figures === null ? [] : [{ server, arm, repetition, figures, seconds }]
  })
  const baseline = plan.arms.includes('h1') ? 'h1' : (plan.arms[0] ?? 'h1')
  return {
    report: {
      run,
      plan,
      loads: { done: taken.length, planned: loads.length },
      baseline,
      arms: armReports(taken, baseline),
    },
    loads,
  }
}

async function readLoad(
  db: Database,
  { ramp, slaMs }: LoadPlanFacts,
  row: LoadRow,
): Promise<readonly [load: ReadLoad, seconds: readonly CostSecond[]]> {
  if (row.state !== 'done') return [{ row, figures: null, intervals: [] }, []]
  const { cores = null } = (row.facts ?? {}) as { readonly cores?: object | null }
  const options = { intervalMs: ramp.intervalMs, limitMs: slaMs, isPinned: cores !== null }
  const seconds = await secondsOf(db, row.loadRunId, row.load)
  const load: ReadLoad = {
    row,
    figures: loadFigures(seconds, options),
    intervals: loadIntervals(seconds, options).map(({ seconds: _, ...interval }) => ({
      ...interval,
      isOverLimit: isBroken(interval, slaMs),
    })),
  }
  return [load, costSeconds(seconds)]
}
