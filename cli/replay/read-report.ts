import type { Database } from '../../db/connection/database.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import { measuredLabCells } from '../../lab/run/measured-cells.ts'
import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareSeries } from '../../server/comparisons/compared-series.ts'
import type { LabReplay } from '../../server/contract/contract.ts'
import { type ComparisonOf, replayBaseline, replayReport } from '../../server/replay/replay-report.ts'
import { replayedRun } from '../../server/replay/replayed-cells.ts'

/** Reads what a lab run gained page by page, with all comparisons made at once. Default baseline: that of its plan. */
export async function readReport(db: Database, row: LabRunRow, wanted?: Arm): Promise<LabReplay> {
  const run = await replayedRun(db, row)
  const baseline = wanted ?? replayBaseline(run, plannedBaseline(row))
  return replayReport(run, baseline, await comparisonsNow(db, row.id, baseline))
}

/** All comparisons of page load times with the baseline. */
async function comparisonsNow(db: Database, labRunId: number, baseline: Arm): Promise<ComparisonOf> {
  const cells = await measuredLabCells(db, labRunId, DEFAULT_METRIC)
  return ({ cell }, arm) => {
    const { seed = null, sequentialRounds = null, arms = [] } = cells.find((each) => each.cell === cell) ?? {}
    const [base, other] = [baseline, arm].map((name) =>
      arms.find((each) => each.arm === name && each.values.length > 0),
    )
    if (arm === baseline || base === undefined || other === undefined) return undefined
    return compareSeries(base, other, { seed: seed ?? 0, sequentialRounds })
  }
}
