import { readSeries, type Series } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { type ComparisonVerdict, compareArms } from '../../stats/comparison/compare-arms.ts'
import type { Limits } from '../../stats/limits.ts'
import { joinRounds } from '../comparisons/compared-series.ts'
import { ARM_NAMES, type Arm, type MetricName } from '../contract/contract.ts'
import { valueIn } from './lab-factors.ts'
import { type MeasuredCell, measuredCells } from './lab-gains.ts'
import { RESAMPLES } from './window-gains.ts'

const SERVER_FACTOR = 'server'

/** A server against the first one of its run, under the same condition and arm. */
export interface ServerRow {
  /** All factors but the server. */
  readonly factors: MeasuredCell['factors']
  readonly arm: Arm
  readonly firstServer: string
  readonly server: string
  /** Rounds that both have. */
  readonly n: number
  readonly firstMedian: number | null
  readonly median: number | null
  /** Median of the first server / median of this one; null: unknown. */
  readonly gain: number | null
  readonly gainInterval: Limits | null
  readonly verdict: ComparisonVerdict
}

interface Served {
  readonly server: string
  readonly series: readonly Series[]
}

/** Compares the servers of a run where it measured several over the same conditions; empty where it did not. */
export async function serverRows(
  db: Database,
  { id, seed }: Pick<LabRunRow, 'id' | 'seed'>,
  metric: MetricName,
): Promise<ServerRow[]> {
  const cells = measuredCells(await labCells(db, id)).filter(
    ({ factors }) => typeof valueIn(factors, SERVER_FACTOR) === 'string',
  )
  const groups = Map.groupBy(cells, (cell) => JSON.stringify(Object.entries(otherFactors(cell)).sort()))
  const rows: ServerRow[] = []
  for (const group of groups.values()) {
    const [firstCell, ...others] = group
    if (firstCell === undefined || others.length === 0) continue
    const factors = otherFactors(firstCell)
    const first = await load(db, firstCell, metric)
    for (const cell of others) {
      const other = await load(db, cell, metric)
      rows.push(...ARM_NAMES.flatMap((arm) => rowOf(factors, arm, first, other, seed)))
    }
  }
  return rows
}

async function load(db: Database, cell: MeasuredCell, metric: MetricName): Promise<Served> {
  const { campaignId, site, factors } = cell
  const series = await readSeries(db, { campaignId, site, metric })
  return { server: String(valueIn(factors, SERVER_FACTOR)), series }
}

function rowOf(
  factors: MeasuredCell['factors'],
  arm: Arm,
  first: Served,
  other: Served,
  seed: number,
): ServerRow[] {
  const [before, after] = [first, other].map(({ series }) => series.find((one) => one.arm === arm))
  if (before === undefined || after === undefined) return []
  // A time of 0 has no ratio.
  const pairs = joinRounds(before, after).filter((pair) => pair.baseline > 0 && pair.arm > 0)
  const { n, baselineMedian, armMedian, gain, gainInterval, verdict } = compareArms({
    ...{ pairs, seed, resamples: RESAMPLES },
  })
  return [
    {
      ...{ factors, arm, firstServer: first.server, server: other.server, n },
      ...{ firstMedian: baselineMedian, median: armMedian, gain, gainInterval, verdict },
    },
  ]
}

function otherFactors({ factors }: MeasuredCell): MeasuredCell['factors'] {
  const { [SERVER_FACTOR]: _server, ...others } = factors
  return others
}
