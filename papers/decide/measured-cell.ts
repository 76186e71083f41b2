import type { Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { MetricName } from '../../model/metrics.ts'
import type { RoundValue } from '../../stats/comparison/pair-rounds.ts'

export type CellFactors = Readonly<Record<string, string | number | boolean | null>>

/** A condition of a lab run with the values of its valid loads. */
export interface MeasuredCell {
  readonly factors: CellFactors
  valuesOf(arm: Arm, metric: MetricName): readonly RoundValue[]
}

/**
 * Cells by what makes them differ. A rate up that follows from the rate down is no factor of its own, and a page is the same
 * page where a graph of it is loaded.
 */
export function comparableCells(cells: readonly MeasuredCell[]): readonly MeasuredCell[] {
  const byDown = Map.groupBy(cells, ({ factors }) => factors.downMbps)
  const follows = [...byDown.values()].every(
    (same) => new Set(same.map(({ factors }) => factors.upMbps)).size === 1,
  )
  return cells.map((cell) => {
    const { upMbps, page, ...rest } = cell.factors
    const factors = {
      ...rest,
      ...(upMbps !== undefined && !follows && { upMbps }),
      ...(page !== undefined && { page: String(page).replace(GRAPH_PREFIX, '') }),
    }
    return { factors, valuesOf: (arm, metric) => cell.valuesOf(arm, metric) }
  })
}
