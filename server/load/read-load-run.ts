import type { Database } from '../../db/connection/database.ts'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { secondsOf } from '../../db/load/load-seconds.ts'
import { type LoadRow, loadsOf } from '../../db/load/loads.ts'
import type { LoadedArm } from '../../model/load-second.ts'
import { type ArmReport, armReports } from '../../stats/load/arm-reports.ts'
import { type Limited, limitingOf } from '../../stats/load/limiting.ts'
import { figuresOfIntervals, type LoadFigures } from '../../stats/load/load-figures.ts'
import { isBroken, type LoadInterval, loadIntervals } from '../../stats/load/load-intervals.ts'
import { type FigureSecond, figureSeconds } from '../../stats/load/server-costs.ts'
import type { LoadPlanFacts } from '../contract/load.ts'
import { loadPlanOf } from './load-plan.ts'

export interface LoadReport {
  readonly run: LoadRunRow
  readonly plan: LoadPlanFacts
  readonly loads: { readonly done: number; readonly planned: number }
  /** Says which arm the others are compared with. */
  readonly baseline: LoadedArm
  readonly arms: readonly ArmReport[]
}

/** Source of figures; no second and no interval until the load has come to its end. */
export interface RecordedLoad {
  readonly row: LoadRow
  readonly seconds: readonly FigureSecond[]
  readonly intervals: readonly LoadInterval[]
}

export interface ShownInterval extends LoadInterval {
  readonly isOverLimit: boolean
}

export interface ReadLoad {
  readonly row: LoadRow
  /** Is null until it has come to its end. */
  readonly figures: LoadFigures | null
  readonly limited: Limited | null
  /** None until then. */
  readonly intervals: readonly ShownInterval[]
}

export interface ReadLoadRun {
  readonly report: LoadReport
  readonly loads: readonly ReadLoad[]
}

/** Computes what a load run says of its servers, from what was recorded each second. */
export async function readLoadRun(db: Database, run: LoadRunRow): Promise<ReadLoadRun> {
  return loadRunOf(run, await recordedLoads(db, run))
}

export async function recordedLoads(db: Database, run: LoadRunRow): Promise<RecordedLoad[]> {
  const { ramp, slaMs } = loadPlanOf(run)
  const options = { intervalMs: ramp.intervalMs, limitMs: slaMs }
  const found: RecordedLoad[] = []
  // One after the other: the seconds of a long run are some megabytes.
  for (const row of await loadsOf(db, run.id)) {
    const seconds = row.state === 'done' ? await secondsOf(db, run.id, row.load) : []
    found.push({ row, seconds: figureSeconds(seconds), intervals: loadIntervals(seconds, options) })
  }
  return found
}

/** The same of loads that were kept. */
export function loadRunOf(run: LoadRunRow, recorded: readonly RecordedLoad[]): ReadLoadRun {
  const plan = loadPlanOf(run)
  const loads = recorded.map((load) => readLoad(plan, load))
  const taken = loads.flatMap(({ row: { server, arm, repetition }, figures }, index) => {
    const seconds = recorded[index]?.seconds ?? []
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

function readLoad(plan: LoadPlanFacts, { row, seconds, intervals }: RecordedLoad): ReadLoad {
  if (row.state !== 'done') return { row, figures: null, limited: null, intervals: [] }
  const { ramp, slaMs, connectLimitMs, apache } = plan
  const { cores = null } = (row.facts ?? {}) as { readonly cores?: object | null }
  const options = { intervalMs: ramp.intervalMs, limitMs: slaMs, isPinned: cores !== null }
  const workers = row.server === 'apache' ? (apache?.workers ?? null) : null
  return {
    row,
    figures: figuresOfIntervals(seconds, intervals, options),
    limited: limitingOf(seconds, intervals, { limitMs: slaMs, connectLimitMs, workers }),
    intervals: intervals.map((interval) => ({ ...interval, isOverLimit: isBroken(interval, slaMs) })),
  }
}
