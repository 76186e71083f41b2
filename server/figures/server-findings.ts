import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import type { ServerFindings } from '../../figures/server-findings.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { findingScope, type ServerGain } from '../../stats/lab/finding-scope.ts'
import { joinRounds } from '../comparisons/compared-series.ts'
import { type MeasuredCell, measuredCells } from '../lab/lab-gains.ts'

type Row = ServerFindings['rows'][number]

/** As the initial windows have them: all resamples would take too long on the thread that answers everybody. */
const RESAMPLES = 2_000

/** Conditions that differ in their server alone, each arm against the baseline; none where one server was measured. */
export async function serverFindings(db: Database, labRunId: number): Promise<ServerFindings> {
  const run = await labRunById(db, labRunId)
  if (run === null) return { labRunId, rows: [] }
  const baseline = plannedBaseline(run) ?? 'h1'
  const cells = measuredCells(await labCells(db, labRunId)).filter(({ factors }) => 'server' in factors)
  const rows: Row[] = []
  for (const alike of Map.groupBy(cells, (cell) => JSON.stringify(conditionOf(cell))).values()) {
    const [first] = alike
    if (first === undefined || new Set(alike.map(serverOf)).size < 2) continue
    const byArm = new Map<Arm, ServerGain[]>()
    for (const cell of alike)
      for (const { arm, ...gain } of await gainsOf(db, cell, baseline, run.seed))
        byArm.set(arm, [...(byArm.get(arm) ?? []), gain])
    for (const arm of ARM_NAMES) {
      const gains = byArm.get(arm)
      if (gains !== undefined) rows.push(rowOf(conditionOf(first), arm, gains))
    }
  }
  return { labRunId, rows }
}

function rowOf(factors: Row['factors'], arm: Arm, gains: readonly ServerGain[]): Row {
  const { direction, scope, shownOn, contradictedBy } = findingScope(gains)
  const lists = { shownOn: shownOn.join(', '), contradictedBy: contradictedBy.join(', ') }
  return { factors, arm, servers: gains.length, direction, scope, ...lists }
}

async function gainsOf(
  db: Database,
  cell: MeasuredCell,
  baseline: Arm,
  seed: number,
): Promise<(ServerGain & { readonly arm: Arm })[]> {
  const { campaignId, site } = cell
  const series = await readSeries(db, { campaignId, site, metric: DEFAULT_METRIC })
  const before = series.find(({ arm }) => arm === baseline)
  if (before === undefined) return []
  return series.flatMap((one) => {
    if (one.arm === baseline) return []
    // A time of 0 has no ratio.
    const pairs = joinRounds(before, one).filter((pair) => pair.baseline > 0 && pair.arm > 0)
    const { verdict, gainInterval } = compareArms({ pairs, seed, resamples: RESAMPLES })
    return { server: serverOf(cell), arm: one.arm, verdict, gainInterval }
  })
}

const serverOf = ({ factors }: MeasuredCell): string => String(factors.server)

function conditionOf({ factors }: MeasuredCell): MeasuredCell['factors'] {
  const { server: _, ...others } = factors
  return others
}
