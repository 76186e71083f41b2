import { labCells } from '../../db/lab/lab-cells.ts'
import { ascending } from '../../stats/ascending.ts'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import type { LabCdf, MetricName } from '../contract/contract.ts'
import { type CsvTable, csvTable } from '../http/csv.ts'
import { cellsWith } from './lab-factors.ts'
import { measuredCells } from './lab-gains.ts'
import { type LoadSource, labLoads } from './lab-loads.ts'

/** A step of a curve for each of so many quantiles. */
const QUANTILES = 201

/** All loads of the conditions together: the conditions of a lab run are chosen, so a curve is of this choice. */
export async function readLabCdf(
  source: LoadSource,
  labRunId: number,
  metric: MetricName,
  fixed: Readonly<Record<string, string>> = {},
): Promise<LabCdf> {
  const chosen = cellsWith(await labCells(source.db, labRunId), fixed)
  const measured = measuredCells(chosen.cells)
  const p = Array.from({ length: QUANTILES }, (_, index) => index / (QUANTILES - 1))
  const arms = (await labLoads(source, measured, metric)).map(({ arm, conditions, leftOut, values }) => {
    const sorted = ascending(values)
    const n = sorted.length
    return {
      ...{ arm, conditions, n, leftOut },
      mean: n === 0 ? null : sorted.reduce((sum, value) => sum + value, 0) / n,
      zeroShare: wilson(sorted.filter((value) => value === 0).length, n),
      band: dkwHalfWidth(n),
      values: p.flatMap((share) => quantileOfSorted(sorted, share) ?? []),
    }
  })
  return { labRunId, metric, fixed: chosen.fixed, conditions: measured.length, p, arms }
}

/** A line for each arm and quantile. */
export function labCdfTable({ metric, p, arms }: LabCdf): CsvTable {
  const rows = arms.flatMap(({ values, ...arm }) =>
    values.map((value, index) => ({ arm, value, p: p[index] ?? null })),
  )
  return csvTable<(typeof rows)[number]>(rows, {
    arm: ({ arm }) => arm.arm,
    conditions: ({ arm }) => arm.conditions,
    n: ({ arm }) => arm.n,
    left_out: ({ arm }) => arm.leftOut,
    mean: ({ arm }) => arm.mean,
    zero_share: ({ arm }) => arm.zeroShare?.share ?? null,
    zero_share_low: ({ arm }) => arm.zeroShare?.low ?? null,
    zero_share_high: ({ arm }) => arm.zeroShare?.high ?? null,
    band: ({ arm }) => arm.band,
    p: (row) => row.p,
    [metric]: (row) => row.value,
  })
}

/** The value below which this share of the loads lies; null without a load, or where the answer has no such quantile. */
export function quantileIn(
  { p }: Pick<LabCdf, 'p'>,
  { values }: LabCdf['arms'][number],
  share: number,
): number | null {
  return values[p.findIndex((one) => Math.abs(one - share) < 1e-9)] ?? null
}
