import { labCells } from '../../db/lab/lab-cells.ts'
import { pageWithDependencies } from '../../model/lab-page-name.ts'
import { medianEstimate } from '../../stats/median-estimate.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { LabShares, PathShare } from '../contract/contract.ts'
import { type CsvTable, csvTable } from '../http/csv.ts'
import { cellsWith } from './lab-factors.ts'
import { type MeasuredCell, measuredCells } from './lab-gains.ts'
import { type LoadSource, labLoads } from './lab-loads.ts'

type Row = LabShares['rows'][number]

/** What part of the page load time was network and what computation, over all loads of the conditions. */
export async function readLabShares(
  source: LoadSource,
  labRunId: number,
  fixed: Readonly<Record<string, string>> = {},
): Promise<LabShares> {
  const chosen = cellsWith(await labCells(source.db, labRunId), fixed)
  const measured = measuredCells(chosen.cells)
  const isCut = ({ factors }: MeasuredCell): boolean => pageWithDependencies(String(factors.page)) !== null
  const rows: Row[] = []
  for (const withoutDependencies of [false, true]) {
    const cells = measured.filter((cell) => isCut(cell) === withoutDependencies)
    const computing = await labLoads(source, cells, 'path_compute_share')
    for (const { arm, conditions, leftOut, values } of await labLoads(source, cells, 'path_network_share'))
      rows.push({
        ...{ arm, withoutDependencies, conditions, n: values.length, leftOut },
        network: medianShare(values),
        compute: medianShare(computing.find((each) => each.arm === arm)?.values ?? []),
      })
  }
  return { labRunId, fixed: chosen.fixed, conditions: measured.length, rows }
}

function medianShare(values: readonly number[]): PathShare | null {
  const estimate = medianEstimate(values)
  return estimate === undefined ? null : { median: estimate.value, interval: toInterval(estimate.interval) }
}

/** A line for each arm, of pages with their dependencies and without. */
export function labSharesTable({ rows }: LabShares): CsvTable {
  return csvTable<Row>(rows, {
    arm: (row) => row.arm,
    without_dependencies: (row) => row.withoutDependencies,
    conditions: (row) => row.conditions,
    n: (row) => row.n,
    left_out: (row) => row.leftOut,
    network: (row) => row.network?.median ?? null,
    network_low: (row) => row.network?.interval?.low ?? null,
    network_high: (row) => row.network?.interval?.high ?? null,
    compute: (row) => row.compute?.median ?? null,
    compute_low: (row) => row.compute?.interval?.low ?? null,
    compute_high: (row) => row.compute?.interval?.high ?? null,
  })
}
