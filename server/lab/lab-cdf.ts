import { labCells } from '../../db/lab/lab-cells.ts'
import { ascending } from '../../stats/ascending.ts'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import type { LabCdf, MetricName } from '../contract/contract.ts'
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
  const rows = (await labLoads(source, measured, metric)).map(({ arm, conditions, leftOut, values }) => {
    const sorted = ascending(values)
    const n = sorted.length
    const quantile = (share: number) => quantileOfSorted(sorted, share) ?? null
    const zeros = wilson(sorted.filter((value) => value === 0).length, n)
    return {
      ...{ arm, conditions, n, leftOut },
      mean: n === 0 ? null : sorted.reduce((sum, value) => sum + value, 0) / n,
      zeroShare: zeros && { value: zeros.share, low: zeros.low, high: zeros.high },
      ...{
        p50: quantile(0.5),
        p75: quantile(0.75),
        p90: quantile(0.9),
        p95: quantile(0.95),
        max: quantile(1),
      },
      band: dkwHalfWidth(n),
      values: p.flatMap((share) => quantileOfSorted(sorted, share) ?? []),
    }
  })
  return { labRunId, metric, fixed: chosen.fixed, conditions: measured.length, p, rows }
}
