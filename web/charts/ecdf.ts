import { scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { quantity, share, tickLabel } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale, shareTicks } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { curveLabel, placeLabels } from './place-labels.ts'
import { alongSteps, type EcdfPoint, shareAt, TABLE_SHARES, xScale } from './step-curve.ts'

interface EcdfArm {
  readonly arm: string
  /** Valid samples behind the curve. */
  readonly n: number
  readonly leftOut: number
  /** Quantiles, p from 0 to 1; empty for none. */
  readonly quantiles: readonly EcdfPoint[]
  /** Every sample, ascending, where there are few: the curve then is the exact empirical distribution. Else null. */
  readonly samples: readonly number[] | null
}

export interface EcdfData {
  /** Name on an axis: `page load time`. */
  readonly metric: string
  readonly unit: string
  readonly arms: readonly EcdfArm[]
}

interface EcdfOptions extends ChartOptions {
  readonly scale?: 'linear' | 'log'
}

interface DrawnArm extends EcdfArm {
  /** Places where the curve steps up, and the shares to which it does. */
  readonly steps: readonly EcdfPoint[]
}

const HEIGHT = 340

/**
 * Empirical distribution functions of the arms: a step for each sample where there are few, else a step for each of the
 * quantiles. The read-out says which share is at or below a time.
 */
export function ecdfChart(data: EcdfData, options: EcdfOptions): Chart {
  const arms = data.arms
    .filter(({ quantiles }) => quantiles.length > 0)
    .map((arm) => ({ ...arm, steps: stepsOf(arm) }))
  const words = {
    summary: summarize(data, arms),
    note: `${countsNote(data.arms)}.`,
    table: tableOf(data, arms),
  }
  if (arms.length === 0) return emptyChart(words, options, HEIGHT)
  const layout = layOut(arms, options)
  const { x, box } = layout
  return drawnChart(words, options, {
    height: HEIGHT,
    marks: [axes(data, layout, options.scale === 'log'), curves(arms, layout), labels(arms, layout)],
    readOut: alongPlot(
      box,
      x.places.map((value) => stopAt(value, data.unit, arms, layout)),
    ),
  })
}

function stepsOf({ samples, quantiles }: EcdfArm): readonly EcdfPoint[] {
  if (samples === null) return quantiles
  return samples.map((value, i) => ({ p: (i + 1) / samples.length, value }))
}

function summarize({ metric, unit }: EcdfData, arms: readonly DrawnArm[]): string {
  if (arms.length === 0) return `No valid sample has a value of ${metric}.`
  const medians = arms.map(
    ({ arm, quantiles }) => `${armLabel(arm)} ${quantity(quantileAt(quantiles, 0.5), unit)}`,
  )
  return `Median ${metric}: ${medians.join(', ')}.`
}

function tableOf({ unit }: EcdfData, arms: readonly DrawnArm[]): DataTable {
  return {
    columns: ['share of samples', ...arms.map(({ arm }) => `${armLabel(arm)} (${unit})`)],
    rows: TABLE_SHARES.map((p) => [
      share(p),
      ...arms.map(({ quantiles }) => Number(quantileAt(quantiles, p).toPrecision(6))),
    ]),
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: ReturnType<typeof xScale>
  readonly y: Scale
}

function layOut(arms: readonly DrawnArm[], { width, scale = 'linear' }: EcdfOptions): Layout {
  const box = { left: 44, right: width - 22, top: 28, bottom: HEIGHT - 40 }
  const values = arms.flatMap(({ quantiles }) => quantiles.map(({ value }) => value))
  return {
    box,
    x: xScale(values, scale, [box.left, box.right]),
    y: scaleLinear([0, 1], [box.bottom, box.top]),
  }
}

function axes({ metric, unit }: EcdfData, { box, x, y }: Layout, log: boolean): Child {
  return [
    leftAxis(shareTicks(y), 'share of samples at or below', box),
    bottomAxis(placedTicks(x.ticks, unit, x), `${metric}${log ? ', logarithmic' : ''} →`, box),
  ]
}

function curves(arms: readonly DrawnArm[], { x, y }: Layout): Child {
  const path = line<EcdfPoint>(
    (point) => x(point.value),
    (point) => y(point.p),
  )
    .curve(curveStepAfter)
    .digits(2)
  return [
    arms.map(({ arm, steps }) =>
      h('path', {
        class: `curve ${armClass(arm)}`,
        'stroke-dasharray': armStyle(arm).dash,
        d: path([{ p: 0, value: steps[0]?.value ?? 0 }, ...steps]),
      }),
    ),
    arms.map(({ arm, quantiles }) =>
      h('circle', {
        class: `median ${armClass(arm)}`,
        cx: x(quantileAt(quantiles, 0.5)),
        cy: y(0.5),
        r: 3.5,
      }),
    ),
  ]
}

function labels(arms: readonly DrawnArm[], { box, x, y }: Layout): Child {
  const placed = placeLabels(
    arms.map(({ arm, quantiles }) => ({
      text: armLabel(arm),
      candidates: [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.12].flatMap((p) => {
        const point = { x: x(quantileAt(quantiles, p)), y: y(p) + 4 }
        return [
          { ...point, x: point.x + 9, anchor: 'start' as const },
          { ...point, x: point.x - 9, anchor: 'end' as const },
          { x: point.x + 9, y: point.y + 14, anchor: 'start' as const },
          { x: point.x - 9, y: point.y - 14, anchor: 'end' as const },
        ]
      }),
    })),
    arms.flatMap(({ steps }) => alongSteps(steps.map(({ p, value }) => ({ x: x(value), y: y(p) })))),
    box,
  )
  return placed.map((label, i) => curveLabel(label, armClass(arms[i]?.arm ?? '')))
}

function stopAt(value: number, unit: string, arms: readonly DrawnArm[], { box, x, y }: Layout): Stop {
  const shares = arms.map(({ arm, steps }) => ({ arm, found: shareAt(steps, value) }))
  return {
    x: x(value),
    y: box.top,
    text: `At or below ${tickLabel(value, unit)}: ${shares.map(({ arm, found }) => `${armLabel(arm)} ${share(found)}`).join(' · ')}`,
    dots: shares.map(({ arm, found }) => ({ x: x(value), y: y(found), className: armClass(arm) })),
  }
}

/** Quantile between the given ones, linearly. */
function quantileAt(points: readonly EcdfPoint[], p: number): number {
  const after = points.findIndex((point) => point.p >= p)
  const high = points[after === -1 ? points.length - 1 : after]
  const low = points[Math.max(0, after - 1)]
  if (high === undefined || low === undefined) return Number.NaN
  if (high.p === low.p || p >= high.p) return high.value
  return low.value + ((p - low.p) / (high.p - low.p)) * (high.value - low.value)
}
