import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import { DEFAULT_METRIC, type LabReplay, type Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { labComparisons } from '../lab/lab-gains.ts'
import { replayBaseline, replayReport } from '../replay/replay-report.ts'
import { replayedRun } from '../replay/replayed-cells.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { factorColumns, findLabRun } from './lab.ts'

export async function labReplay(
  context: Context,
  { params, query }: Request<'labReplay'>,
): Promise<Reply<'labReplay'>> {
  const row = await findLabRun(context, params.id)
  const run = await replayedRun(context.db, row)
  const baseline = query.baseline ?? replayBaseline(run, plannedBaseline(row))
  const cells = run.cells.map(({ cell }) => cell)
  const comparisonOf = await labComparisons(context, cells, DEFAULT_METRIC, baseline)
  const answer = replayReport(run, baseline, comparisonOf)
  return { answer, pending: answer.rows.some(({ pending }) => pending) }
}

/** A line for each condition and arm. */
export const labReplayCsv: ToCsv<'labReplay'> = ({ baseline, rows }) => {
  type Row = LabReplay['rows'][number]
  return csvTable<Row>(rows, {
    cell: (row) => row.cell,
    ...factorColumns(rows),
    page_url: (row) => row.pageUrl,
    arm: (row) => row.arm,
    baseline: () => baseline,
    valid: (row) => row.valid,
    left_out: (row) => row.leftOut,
    missed_loads: (row) => row.missedLoads,
    median_ms: (row) => row.medianMs,
    median_low_ms: (row) => row.medianInterval?.low ?? null,
    median_high_ms: (row) => row.medianInterval?.high ?? null,
    n: (row) => row.n,
    gain: (row) => row.gain,
    gain_low: (row) => row.gainInterval?.low ?? null,
    gain_high: (row) => row.gainInterval?.high ?? null,
    verdict: (row) => row.verdict,
    detectable_percent: (row) => row.detectablePercent,
    fidelity_n: (row) => row.fidelity?.n ?? null,
    hits: (row) => row.fidelity?.hits ?? null,
    misses: (row) => row.fidelity?.misses ?? null,
    spares: (row) => row.fidelity?.spares ?? null,
    share_answered: (row) => row.fidelity?.shareAnswered ?? null,
    byte_share: (row) => row.fidelity?.byteShare ?? null,
    think_error_ms: (row) => row.fidelity?.thinkErrorMs ?? null,
    live_n: (row) => row.live?.n ?? null,
    live_median_ms: (row) => row.live?.medianMs ?? null,
    live_ratio: (row) => row.live?.ratio ?? null,
    no_live_ratio: (row) => row.live?.noRatio ?? null,
  })
}
