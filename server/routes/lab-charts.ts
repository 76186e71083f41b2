import { labCells } from '../../db/lab/lab-cells.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import {
  ARM_NAMES,
  type Arm,
  type Heatmap,
  type Lines,
  type MetricName,
  type Request,
} from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { Problem } from '../http/problem.ts'
import { cellsWith, levelValues, valueIn } from '../lab/lab-factors.ts'
import { gainsOver, labComparisons, type MeasuredCell, measuredCells } from '../lab/lab-gains.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function heatmap(
  context: Context,
  { params, query }: Request<'heatmap'>,
): Promise<Reply<'heatmap'>> {
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
    answer: { labRunId: id, metric, arm, baseline, fixed, x, y, xs, ys, cells: squares },
    pending: squares.some(({ pending }) => pending > 0),
  }
}

export const heatmapCsv: ToCsv<'heatmap'> = ({ x, y, arm, baseline, metric, cells }) =>
  csvTable<Heatmap['cells'][number]>(cells, {
    [x]: (row) => row.x,
    [y]: (row) => row.y,
    metric: () => metric,
    arm: () => arm,
    baseline: () => baseline,
    conditions: (row) => row.conditions,
    n: (row) => row.n,
    gain: (row) => row.gain,
    gain_low: (row) => row.gainInterval?.low ?? null,
    gain_high: (row) => row.gainInterval?.high ?? null,
    worst: (row) => row.worst,
    best: (row) => row.best,
    verdict: (row) => row.verdict,
    pending: (row) => row.pending,
  })

export async function lines(context: Context, { params, query }: Request<'lines'>): Promise<Reply<'lines'>> {
  const { id } = await findLabRun(context, params.id)
  const { x, metric, baseline } = query
  const all = await labCells(context.db, id)
  const { cells, fixed } = cellsWith(all, query.fixed)
  const xs = levelValues(all, x)
  const measured = measuredCells(cells)
  const comparison = await labComparisons(context, measured, metric, baseline)
  const medians = await readMedians(context, measured, metric)
  const arms = ARM_NAMES.filter((arm) => medians.some((median) => median.arm === arm))
  const answered = arms.map((arm) => ({
    arm,
    points: xs.map((xValue) => {
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
      return { x: xValue, ...gains, ...counts, median: centre(armMedians.map(({ value }) => value)) }
    }),
  }))
  return {
    answer: { labRunId: id, metric, baseline, fixed, x, xs, lines: answered },
    pending: answered.some(({ points }) => points.some(({ pending }) => pending > 0)),
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

/** Of one condition its median; of several their geometric mean, null where one is 0. */
function centre(medians: readonly number[]): number | null {
  if (medians.length === 1) return medians[0] ?? null
  return medians.some((value) => value <= 0) ? null : (geometricMean(medians) ?? null)
}

export const linesCsv: ToCsv<'lines'> = ({ x, metric, baseline, lines: all }) => {
  type Row = Lines['lines'][number]['points'][number] & { readonly arm: Arm }
  const rows = all.flatMap(({ arm, points }) => points.map((point): Row => ({ arm, ...point })))
  return csvTable<Row>(rows, {
    [x]: (row) => row.x,
    arm: (row) => row.arm,
    baseline: () => baseline,
    conditions: (row) => row.conditions,
    n: (row) => row.n,
    [`median_${metric}`]: (row) => row.median,
    gain: (row) => row.gain,
    gain_low: (row) => row.gainInterval?.low ?? null,
    gain_high: (row) => row.gainInterval?.high ?? null,
    verdict: (row) => row.verdict,
    pending: (row) => row.pending,
  })
}
