import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import { DEFAULT_METRIC } from '../contract/contract.ts'
import { labComparisons } from '../lab/lab-gains.ts'
import { replayBaseline, replayReport } from '../replay/replay-report.ts'
import { replayTable } from '../replay/replay-table.ts'
import { replayedRun } from '../replay/replayed-cells.ts'
import type { Handler, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const labReplay: Handler<'labReplay'> = async (context, { params, query }) => {
  const row = await findLabRun(context, params.id)
  const run = await replayedRun(context.db, row)
  const baseline = query.baseline ?? replayBaseline(run, plannedBaseline(row))
  const cells = run.cells.map(({ cell }) => cell)
  const comparisonOf = await labComparisons(context, cells, DEFAULT_METRIC, baseline)
  const answer = replayReport(run, baseline, comparisonOf)
  return { answer, pending: answer.rows.some(({ pending }) => pending) }
}

export const labReplayCsv: ToCsv<'labReplay'> = replayTable
