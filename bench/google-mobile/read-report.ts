import type { Database } from '../../db/connection/database.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import { measuredLabCells } from '../../lab/run/measured-cells.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareSeries } from '../../server/comparisons/compared-series.ts'
import type { LabReplay } from '../../server/contract/contract.ts'
import { replayBaseline, replayReport } from '../../server/replay/replay-report.ts'
import { replayedRun } from '../../server/replay/replayed-cells.ts'

/** The gains of a lab run page by page, with all comparisons made at once. */
export async function readReport(db: Database, row: LabRunRow): Promise<LabReplay> {
  const run = await replayedRun(db, row)
  const baseline = replayBaseline(run, plannedBaseline(row))
  const cells = await measuredLabCells(db, row.id, DEFAULT_METRIC)
  return replayReport(run, baseline, ({ cell }, arm) => {
    const { seed = null, sequentialRounds = null, arms = [] } = cells.find((each) => each.cell === cell) ?? {}
    const [base, other] = [baseline, arm].map((name) =>
      arms.find((each) => each.arm === name && each.values.length > 0),
    )
    if (arm === baseline || base === undefined || other === undefined) return undefined
    return compareSeries(base, other, { seed: seed ?? 0, sequentialRounds })
  })
}
