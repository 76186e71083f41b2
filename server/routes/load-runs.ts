import { type LoadRunRow, listLoadRuns, loadRunById } from '../../db/load/load-runs.ts'
import { loadsOf } from '../../db/load/loads.ts'
import type { LoadRun, RepeatedFigure } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { requireFound } from '../http/problem.ts'
import { type LoadFigureRow, loadFigureRows } from '../load/load-figure-rows.ts'
import { runAnswer, runDetailAnswer } from '../load/load-run-answer.ts'
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
