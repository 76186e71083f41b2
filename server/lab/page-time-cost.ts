import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Estimate } from '../../figures/column.ts'
import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import { median } from '../../stats/median.ts'
import { pairedHodgesLehmann } from '../../stats/tests/paired-hodges-lehmann.ts'
import { joinRounds, type RoundSeries } from '../comparisons/compared-series.ts'
import { toEstimate } from '../comparisons/interval.ts'
import type { MeasuredCell } from './lab-gains.ts'

const NO_SERIES: RoundSeries = { rounds: new Uint32Array(), values: new Float64Array() }

/** Values of one metric of a condition under an arm; empty where there are none. */
export async function cellSeries(
  db: Database,
  { campaignId, site }: MeasuredCell,
  arm: Arm,
  metric: MetricName,
): Promise<RoundSeries> {
  const [series = NO_SERIES] = await readSeries(db, { campaignId, site, metric, arm })
  return series
}

export const medianOf = ({ values }: RoundSeries): number | null => median(values) ?? null

/** What loads took more than others of the same rounds. */
export interface PageTimeCost {
  readonly n: number
  readonly baselineMs: number | null
  readonly medianMs: number | null
  readonly cost: Estimate | null
}

export function pageTimeCost(baseline: RoundSeries, loads: RoundSeries): PageTimeCost {
  const pairs = joinRounds(baseline, loads)
  const shift = pairedHodgesLehmann(pairs.map((pair) => pair.arm - pair.baseline))
  return {
    n: pairs.length,
    baselineMs: median(pairs.map((pair) => pair.baseline)) ?? null,
    medianMs: median(pairs.map((pair) => pair.arm)) ?? null,
    cost: shift === undefined ? null : toEstimate(shift.shift, shift.interval),
  }
}
