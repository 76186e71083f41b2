import type { Estimate } from '../../figures/column.ts'
import type { EarlyHints } from '../../figures/early-hints.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { cellGroups } from '../lab/cell-groups.ts'
import { valueIn } from '../lab/lab-factors.ts'
import { medianOf, pageTimeCost } from '../lab/page-time-cost.ts'
import type { RunCell } from '../lab/run-cells.ts'

type Row = EarlyHints['rows'][number]

export async function earlyHints(runCells: readonly RunCell[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const { condition, cells } of cellGroups(runCells, ['earlyHints'])) {
    const [without, hinted] = ['off', 'on'].map((level) =>
      cells.find(({ factors }) => valueIn(factors, 'earlyHints') === level),
    )
    if (without === undefined || hinted === undefined) continue
    for (const arm of ARM_NAMES) {
      const [baseline, loads] = [
        await without.series(arm, DEFAULT_METRIC),
        await hinted.series(arm, DEFAULT_METRIC),
      ]
      if (loads.values.length === 0) continue
      const { n, baselineMs, medianMs, cost } = pageTimeCost(baseline, loads)
      rows.push({
        ...{ condition, arm, n, withoutMs: baselineMs, withMs: medianMs, saved: negated(cost) },
        hinted: medianOf(await hinted.series(arm, 'hinted_requests')),
      })
    }
  }
  return rows
}

function negated(cost: Estimate | null): Estimate | null {
  if (cost === null) return null
  const { value, low, high } = cost
  return { value: -value, low: high === null ? null : -high, high: low === null ? null : -low }
}
