import type { LabCellRow } from '../../db/lab/lab-cells.ts'
import { gainSummary } from '../../stats/lab/gain-summary.ts'
import { type Compared, pageName } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import type { Arm, Heatmap, MetricName } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'

type CellGains = Omit<Heatmap['rows'][number], 'x' | 'y'>

export type MeasuredCell = LabCellRow & { readonly campaignId: number; readonly site: number }

export function measuredCells(cells: readonly LabCellRow[]): MeasuredCell[] {
  return cells.filter((cell): cell is MeasuredCell => cell.campaignId !== null && cell.site !== null)
}

/** Comparisons of all cells of a lab run with a baseline, asked for at once. */
export async function labComparisons(
  { comparisons }: Context,
  cells: readonly MeasuredCell[],
  metric: MetricName,
  baseline: Arm,
): Promise<(cell: MeasuredCell, arm: Arm) => Compared | undefined> {
  const compared = await comparisons.compare({ metric, baseline, pages: cells })
  return (cell, arm) => compared.get(pageName(cell))?.get(arm)
}

/** Gains of an arm over conditions, as one. */
export function gainsOver(compared: readonly (Compared | undefined)[]): CellGains {
  const done = compared
    .flatMap((one) => (one === undefined || one === 'pending' ? [] : (one.comparison ?? [])))
    .flatMap(({ gain, ...comparison }) => (gain === null ? [] : [{ ...comparison, gain }]))
  const summary = gainSummary(done.map(({ gain }) => ({ condition: null, gain })))
  const [only] = done.length === 1 ? done : []
  return {
    conditions: done.length,
    pending: compared.filter((one) => one === 'pending').length,
    n: done.reduce((sum, { n }) => sum + n, 0),
    gain: summary?.geometricMean ?? null,
    gainInterval: toInterval(only?.gainInterval),
    verdict: only?.verdict ?? null,
    worst: summary?.worst.gain ?? null,
    best: summary?.best.gain ?? null,
  }
}
