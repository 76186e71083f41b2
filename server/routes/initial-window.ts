import type { LabInitialWindow, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { factorColumns } from '../lab/factor-columns.ts'
import { labInitialWindowAnswer } from '../lab/window-answer.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function labInitialWindow(
  context: Context,
  { params }: Request<'labInitialWindow'>,
): Promise<Reply<'labInitialWindow'>> {
  return { answer: await labInitialWindowAnswer(context.db, await findLabRun(context, params.id)) }
}

export const labInitialWindowCsv: ToCsv<'labInitialWindow'> = ({ rows }) =>
  csvTable<LabInitialWindow['rows'][number]>(rows, {
    small_cell: (row) => row.smallCell,
    large_cell: (row) => row.largeCell,
    ...factorColumns(rows),
    arm: (row) => row.arm,
    file_bytes: (row) => row.fileBytes,
    small_window: (row) => row.smallWindow,
    large_window: (row) => row.largeWindow,
    small_window_read_back: (row) => row.smallReadBack?.join(' ') ?? null,
    large_window_read_back: (row) => row.largeReadBack?.join(' ') ?? null,
    n: (row) => row.n,
    small_median_ms: (row) => row.smallMedianMs,
    large_median_ms: (row) => row.largeMedianMs,
    gain: (row) => row.gain,
    gain_low: (row) => row.gainInterval?.low ?? null,
    gain_high: (row) => row.gainInterval?.high ?? null,
    verdict: (row) => row.verdict,
    expected_gain: (row) => row.expectedGain,
  })
