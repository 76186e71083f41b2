import { fidelityWords } from '../../model/fidelity-words.ts'
import type { LabReplay } from '../contract/contract.ts'
import { type CsvTable, csvTable } from '../http/csv.ts'
import { factorColumns } from '../lab/factor-columns.ts'

/** A line for each condition and arm. */
export function replayTable({ baseline, rows }: LabReplay): CsvTable {
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
    waited_ms: (row) => row.fidelity?.waitedMs ?? null,
    live_waited_ms: (row) => row.fidelity?.liveWaitedMs ?? null,
    received_ms: (row) => row.fidelity?.receivedMs ?? null,
    live_received_ms: (row) => row.fidelity?.liveReceivedMs ?? null,
    page_fidelity: (row) => fidelityWords(row.page),
    why_not_judged: (row) => row.page?.why ?? null,
    live_n: (row) => row.live?.n ?? null,
    live_median_ms: (row) => row.live?.medianMs ?? null,
    live_ratio: (row) => row.live?.ratio ?? null,
    no_live_ratio: (row) => row.live?.noRatio ?? null,
  })
}
