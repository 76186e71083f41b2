import { labCells } from '../../db/lab/lab-cells.ts'
import { fidelityWords } from '../../model/fidelity-words.ts'
import type { LabGains, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { factorColumns } from '../lab/factor-columns.ts'
import { labGainRows } from '../lab/lab-gain-rows.ts'
import { pageFidelities } from '../replay/page-fidelities.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function labGains(
  context: Context,
  { params, query }: Request<'labGains'>,
): Promise<Reply<'labGains'>> {
  const run = await findLabRun(context, params.id)
  const { id } = run
  const { metric, baseline } = query
  const pages = await pageFidelities(context.db, run)
  const { scale, rows } = await labGainRows(context, await labCells(context.db, id), metric, baseline)
  return {
    answer: {
      ...{ labRunId: id, metric, baseline, scale },
      rows: rows.map((row) => ({ ...row, page: pages.get(row.cell) ?? null })),
    },
    pending: rows.some(({ pending }) => pending),
  }
}

export const labGainsCsv: ToCsv<'labGains'> = ({ metric, baseline, rows }) => {
  type Row = LabGains['rows'][number]
  return csvTable<Row>(rows, {
    cell: (row) => row.cell,
    ...factorColumns(rows),
    metric: () => metric,
    arm: (row) => row.arm,
    baseline: () => baseline,
    n: (row) => row.n,
    baseline_median: (row) => row.baselineMedian,
    arm_median: (row) => row.armMedian,
    gain: (row) => row.gain,
    gain_low: (row) => row.gainInterval?.low ?? null,
    gain_high: (row) => row.gainInterval?.high ?? null,
    difference: (row) => row.difference,
    difference_low: (row) => row.differenceInterval?.low ?? null,
    difference_high: (row) => row.differenceInterval?.high ?? null,
    change: (row) => row.change,
    page_fidelity: (row) => fidelityWords(row.page),
    why_not_judged: (row) => row.page?.why ?? null,
    pending: (row) => row.pending,
  })
}
