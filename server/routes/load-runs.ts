import { type LoadRunRow, listLoadRuns, loadRunById } from '../../db/load/load-runs.ts'
import { loadsOf } from '../../db/load/loads.ts'
import type { LoadIntervalRow, LoadRun, RepeatedFigure } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { Problem, requireFound } from '../http/problem.ts'
import { type LoadFigureRow, loadFigureRows } from '../load/load-figure-rows.ts'
import { runAnswer, runDetailAnswer } from '../load/load-run-answer.ts'
import type { ReadLoad, ShownInterval } from '../load/read-load-run.ts'
import type { Context } from '../request/context.ts'
import type { Handler, ToCsv } from '../request/handler.ts'

export const loadRuns: Handler<'loadRuns'> = async ({ db }) => {
  const runs: LoadRun[] = []
  for (const run of await listLoadRuns(db)) {
    const loads = await loadsOf(db, run.id)
    const done = loads.filter(({ state }) => state === 'done').length
    runs.push(runAnswer(run, { done, planned: loads.length }))
  }
  return { answer: { runs } }
}

/** @throws Problem `not_found` */
export async function findLoadRun({ db }: Context, id: number): Promise<LoadRunRow> {
  return requireFound(await loadRunById(db, id), 'load run')
}

export const loadRun: Handler<'loadRun'> = async (context, { params }) => {
  return { answer: runDetailAnswer(await context.loads.read(await findLoadRun(context, params.id))) }
}

/** A line for each figure of each arm, and for each ratio to the baseline that is known. */
export const loadRunCsv: ToCsv<'loadRun'> = ({ arms, baseline }) =>
  csvTable<LoadFigureRow<RepeatedFigure>>(loadFigureRows(arms, baseline), {
    server: (row) => row.server,
    arm: (row) => row.arm,
    figure: (row) => row.figure,
    unit: (row) => row.unit,
    n: ({ found }) => found.n,
    value: ({ found, divisor }) => found.value / divisor,
    low: ({ found, divisor }) => found.interval && found.interval.low / divisor,
    high: ({ found, divisor }) => found.interval && found.interval.high / divisor,
    lower_bound: ({ found }) => found.bound,
    verdict: (row) => row.verdict,
    cost_users: ({ costTime }) => costTime?.users ?? null,
    cost_end: ({ costTime }) => costTime?.end ?? null,
  })

export const loadIntervals: Handler<'loadIntervals'> = async (context, { params, query }) => {
  const { server } = query
  const { report, loads } = await context.loads.read(await findLoadRun(context, params.id))
  const { plan } = report
  if (server !== undefined && !plan.servers.includes(server))
    throw new Problem('bad_request', `This run has no such server; it has: ${plan.servers.join(', ')}.`)
  const chosen = loads.filter(({ row }) => server === undefined || row.server === server)
  const rows = chosen.flatMap((load) => load.intervals.map((interval) => rowAnswer(load, interval)))
  return {
    answer: { loadRunId: report.run.id, intervalMs: plan.ramp.intervalMs, slaMs: plan.slaMs, rows },
  }
}

function rowAnswer({ row }: ReadLoad, interval: ShownInterval): LoadIntervalRow {
  const { load, server, arm, repetition } = row
  const { p50Ms = null, p95Ms = null, p99Ms = null, errors, ...others } = interval
  return { load, server, arm, repetition, ...others, p50Ms, p95Ms, p99Ms, errors: { ...errors } }
}
