import { labCells } from '../../db/lab/lab-cells.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { ARM_NAMES, type Arm, type MetricName } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'
import { cellsWith, levelValues, valueIn } from '../lab/lab-factors.ts'
import { gainsOver, labComparisons, type MeasuredCell, measuredCells } from '../lab/lab-gains.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const heatmap: Handler<'heatmap'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  const { x, y, metric, arm, baseline } = query
  if (x === y) throw new Problem('bad_request', 'The parameters x and y name the same factor.')
  const all = await labCells(context.db, id)
  const { cells, fixed } = cellsWith(all, query.fixed)
  const [xs, ys] = [levelValues(all, x), levelValues(all, y)]
  const measured = measuredCells(cells)
  const comparison = await labComparisons(context, measured, metric, baseline)
  const squares = ys.flatMap((yValue) =>
    xs.map((xValue) => {
      const matching = measured.filter(
        ({ factors }) => valueIn(factors, x) === xValue && valueIn(factors, y) === yValue,
      )
      return { x: xValue, y: yValue, ...gainsOver(matching.map((cell) => comparison(cell, arm))) }
    }),
  )
  return {
    answer: { labRunId: id, metric, arm, baseline, fixed, x, y, rows: squares },
    pending: squares.some(({ pending }) => pending > 0),
  }
}

export const lines: Handler<'lines'> = async (context, { params, query }) => {
  const { id } = await findLabRun(context, params.id)
  const { x, metric, baseline } = query
  const all = await labCells(context.db, id)
  const { cells, fixed } = cellsWith(all, query.fixed)
  const xs = levelValues(all, x)
  const measured = measuredCells(cells)
  const comparison = await labComparisons(context, measured, metric, baseline)
  const medians = await readMedians(context, measured, metric)
  const arms = ARM_NAMES.filter((arm) => medians.some((median) => median.arm === arm))
  const rows = arms.flatMap((arm) =>
    xs.map((xValue) => {
      const matching = measured.filter(({ factors }) => valueIn(factors, x) === xValue)
      const armMedians = medians.filter((median) => median.arm === arm && matching.includes(median.cell))
      const {
        worst: _worst,
        best: _best,
        ...gains
      } = gainsOver(matching.map((cell) => comparison(cell, arm)))
      const counts =
        arm === baseline
          ? { conditions: armMedians.length, n: armMedians.reduce((sum, { n }) => sum + n, 0) }
          : {}
      return { arm, x: xValue, ...gains, ...counts, median: centre(armMedians.map(({ value }) => value)) }
    }),
  )
  return {
    answer: { labRunId: id, metric, baseline, fixed, x, rows },
    pending: rows.some(({ pending }) => pending > 0),
  }
}

interface CellMedian {
  readonly cell: MeasuredCell
  readonly arm: Arm
  readonly n: number
  readonly value: number
}

async function readMedians(
  { series }: Context,
  cells: readonly MeasuredCell[],
  metric: MetricName,
): Promise<CellMedian[]> {
  const found: CellMedian[] = []
  for (const cell of cells)
    for (const { arm, sorted } of await series.read({
      campaignId: cell.campaignId,
      site: cell.site,
      metric,
    })) {
      const value = quantileOfSorted(sorted, 0.5)
      if (value !== undefined) found.push({ cell, arm, n: sorted.length, value })
    }
  return found
}

/** Returns the only median, or the geometric mean of several; null where one of these is 0. */
function centre(medians: readonly number[]): number | null {
  if (medians.length === 1) return medians[0] ?? null
  return medians.some((value) => value <= 0) ? null : (geometricMean(medians) ?? null)
}
