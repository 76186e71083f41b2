import type { LabCellRow } from '../../db/lab/lab-cells.ts'
import { gainSummary } from '../../stats/lab/gain-summary.ts'
import { type Compared, placeName } from '../comparisons/comparison-source.ts'
import { intervalOf } from '../comparisons/interval.ts'
import type { Arm, Heatmap, MetricName } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'

export type CellGains = Omit<Heatmap['cells'][number], 'x' | 'y'>

/** A cell that has its page. */
export type PlacedCell = LabCellRow & { readonly campaignId: number; readonly site: number }

export function placedCells(cells: readonly LabCellRow[]): PlacedCell[] {
  return cells.filter((cell): cell is PlacedCell => cell.campaignId !== null && cell.site !== null)
}

/** Comparisons of all cells of a lab run with a baseline, asked for at once. */
export async function labComparisons(
  { comparisons }: Context,
  cells: readonly PlacedCell[],
  metric: MetricName,
  baseline: Arm,
): Promise<(cell: PlacedCell, arm: Arm) => Compared | undefined> {
  const compared = await comparisons.of({ metric, baseline, places: cells })
  return (cell, arm) => compared.get(placeName(cell))?.get(arm)
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
    gainInterval: intervalOf(only?.gainInterval),
    verdict: only?.verdict ?? null,
    worst: summary?.worst.gain ?? null,
    best: summary?.best.gain ?? null,
  }
}
