import type { Estimate } from '../../figures/column.ts'
import { median } from '../../stats/median.ts'
import { pairedHodgesLehmann } from '../../stats/tests/paired-hodges-lehmann.ts'
import { joinRounds, type RoundSeries } from '../comparisons/compared-series.ts'
import { toEstimate } from '../comparisons/interval.ts'

export const medianOf = ({ values }: RoundSeries): number | null => median(values) ?? null

/** Loads that took more than others of the same rounds. */
interface PageTimeCost {
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
