import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import type { ServerFindings } from '../../figures/server-findings.ts'
import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { joinRounds } from '../comparisons/compared-series.ts'
import { type MeasuredCell, measuredCells } from '../lab/lab-gains.ts'
import { findingRows, type PairedCell, serverOf } from './finding-rows.ts'

/** Whether what arms of a lab run show is the protocol's or a server's; no rows where one server was measured. */
export async function serverFindings(db: Database, labRunId: number): Promise<ServerFindings> {
  const run = await labRunById(db, labRunId)
  if (run === null) return { labRunId, rows: [] }
  const baseline = plannedBaseline(run) ?? 'h1'
  const cells = measuredCells(await labCells(db, labRunId)).filter(({ factors }) => 'server' in factors)
  if (new Set(cells.map(serverOf)).size < 2) return { labRunId, rows: [] }
  const paired: PairedCell[] = []
  for (const cell of cells) paired.push(await pairedCell(db, cell, baseline))
  return { labRunId, rows: findingRows(paired, run.seed) }
}

async function pairedCell(
  db: Database,
  { campaignId, site, factors }: MeasuredCell,
  baseline: Arm,
): Promise<PairedCell> {
  const series = await readSeries(db, { campaignId, site, metric: DEFAULT_METRIC })
  const before = series.find(({ arm }) => arm === baseline)
  const others = before === undefined ? [] : series.filter(({ arm }) => arm !== baseline)
  return {
    factors,
    pairs: new Map(others.map((one) => [one.arm, before === undefined ? [] : joinRounds(before, one)])),
  }
}
