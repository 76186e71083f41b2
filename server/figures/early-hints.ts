import type { Database } from '../../db/connection/database.ts'
import type { Estimate } from '../../figures/column.ts'
import type { EarlyHints } from '../../figures/early-hints.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { cellGroups } from '../lab/cell-groups.ts'
import { valueIn } from '../lab/lab-factors.ts'
import { cellSeries, medianOf, pageTimeCost } from '../lab/page-time-cost.ts'

export async function earlyHints(db: Database, labRunId: number): Promise<EarlyHints> {
  const rows: EarlyHints['rows'][number][] = []
  for (const { condition, cells } of await cellGroups(db, labRunId, ['earlyHints'])) {
    const [without, hinted] = ['off', 'on'].map((level) =>
      cells.find(({ factors }) => valueIn(factors, 'earlyHints') === level),
    )
    if (without === undefined || hinted === undefined) continue
    for (const arm of ARM_NAMES) {
      const [baseline, loads] = [
        await cellSeries(db, without, arm, DEFAULT_METRIC),
        await cellSeries(db, hinted, arm, DEFAULT_METRIC),
      ]
      if (loads.values.length === 0) continue
      const { n, baselineMs, medianMs, cost } = pageTimeCost(baseline, loads)
      rows.push({
        ...{ condition, arm, n, withoutMs: baselineMs, withMs: medianMs, saved: negated(cost) },
        hinted: medianOf(await cellSeries(db, hinted, arm, 'hinted_requests')),
      })
    }
  }
  return { labRunId, rows }
}

function negated(cost: Estimate | null): Estimate | null {
  if (cost === null) return null
  const { value, low, high } = cost
  return { value: -value, low: high === null ? null : -high, high: low === null ? null : -low }
}
