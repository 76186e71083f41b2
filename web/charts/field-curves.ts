import { scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { milliseconds, share, tickLabel } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale, shareTicks } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { lineKey } from './line-key.ts'
import { curveLabel, placeLabels } from './place-labels.ts'
import { alongSteps, type EcdfPoint, shareAt, TABLE_SHARES, xScale } from './step-curve.ts'

/** Names where a curve comes from. Sources are drawn in one chart and never pooled. */
type CurveSource = 'field' | 'live' | 'lab'

/** Says how each source is told apart: by its word, its dash and its width. Colours are those of protocols. */
interface SourceStyle {
  readonly dash: string | null
  /** Class of its curve. */
  readonly className: string
}

const STYLES: Readonly<Record<CurveSource, SourceStyle>> = {
  field: { dash: null, className: 'of-field' },
  live: { dash: '7 4', className: 'of-live' },
  lab: { dash: '2 3', className: 'of-lab' },
}

function sourceStyle(source: CurveSource): SourceStyle {
  return STYLES[source]
}

export interface FieldCurve {
  readonly source: CurveSource
  readonly arm: string
  /** Words whose curve it is: `214 contributors, 1,032 loads`. */
  readonly counts: string
  readonly medianMs: number
  /** Its beginning, milliseconds. */
  readonly fromMs: number
  /** Shares at or below a time, ascending: upper edges of bins, or quantiles. At least one. */
  readonly steps: readonly EcdfPoint[]
}

export interface FieldCurvesData {
  /** Name on an axis: `page load time`. */
  readonly metric: string
  readonly curves: readonly FieldCurve[]
}

interface FieldCurvesOptions extends ChartOptions {
  readonly scale?: 'linear' | 'log'
}

const PLOT = 300

/**
 * Distributions of one time from several sources: the protocol by colour, the source by dash, both by name. What the
 * field publishes are bins, so its curves step up at their upper edges.
 */
export function fieldCurvesChart({ metric, curves }: FieldCurvesData, options: FieldCurvesOptions): Chart {
  const { width, scale = 'log' } = options
  const key = lineKey(
    curves.map((curve) => ({
      label: nameOf(curve),
      className: curveClass(curve),
      dash: sourceStyle(curve.source).dash,
    })),
    width,
  )
  const top = key.height + 34
  const box = { left: 44, right: width - 22, top, bottom: top + PLOT }
  const words = { summary: summarize(metric, curves), note: noteOf(curves), table: tableOf(curves) }
  if (curves.length === 0) return emptyChart(words, options)
  const layout = layOut(curves, scale, box)
  return drawnChart(words, options, {
    height: box.bottom + 40,
    marks: [
      key.marks,
      axes(`${metric}${scale === 'linear' ? '' : ', logarithmic'} →`, layout),
      drawCurves(curves, layout),
      labels(curves, layout),
    ],
    readOut: alongPlot(
      box,
      layout.x.places.map((value) => stopAt(value, curves, layout)),
    ),
  })
}

/** `HTTP/2, field`. */
function nameOf({ arm, source }: FieldCurve): string {
  return `${armLabel(arm)}, ${source}`
}

function curveClass({ arm, source }: FieldCurve): string {
  return `curve ${sourceStyle(source).className} ${armClass(arm)}`
}

function summarize(metric: string, curves: readonly FieldCurve[]): string {
  if (curves.length === 0) return `Nothing to show of ${metric}: no curve has enough data.`
  return `Median ${metric}: ${curves.map((curve) => `${nameOf(curve)} ${milliseconds(curve.medianMs)}`).join(', ')}.`
}

function noteOf(curves: readonly FieldCurve[]): string {
  if (curves.length === 0) return 'No curves.'
  return `${curves.map((curve) => `${nameOf(curve)}: ${curve.counts}`).join('; ')}.`
}

function tableOf(curves: readonly FieldCurve[]): DataTable {
  return {
    columns: ['share at or below', ...curves.map((curve) => `${nameOf(curve)} (ms)`)],
    rows: TABLE_SHARES.map((p) => [
      share(p),
      ...curves.map(({ steps }) => Number(valueAt(steps, p).toPrecision(6))),
    ]),
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: ReturnType<typeof xScale>
  readonly y: Scale
}

function layOut(curves: readonly FieldCurve[], scale: 'linear' | 'log', box: PlotBox): Layout {
  const values = curves.flatMap(({ fromMs, steps }) => [fromMs, ...steps.map(({ value }) => value)])
  return {
    box,
    x: xScale(values, scale, [box.left, box.right]),
    y: scaleLinear([0, 1], [box.bottom, box.top]),
  }
}

function axes(label: string, { box, x, y }: Layout): Child {
  return [
    leftAxis(shareTicks(y), 'share at or below', box),
    bottomAxis(placedTicks(x.ticks, 'ms', x), label, box),
  ]
}

/** The field last: it lies above what stands beside it. */
function drawCurves(curves: readonly FieldCurve[], { x, y }: Layout): Child {
  const path = line<EcdfPoint>(
    (point) => x(point.value),
    (point) => y(point.p),
  )
    .curve(curveStepAfter)
    .digits(2)
  return curves.toReversed().map((curve) => [
    h('path', {
      class: curveClass(curve),
      'stroke-dasharray': sourceStyle(curve.source).dash,
      d: path([{ p: 0, value: curve.fromMs }, ...curve.steps]),
    }),
    h('circle', {
      class: `median ${armClass(curve.arm)}`,
      cx: x(curve.medianMs),
      cy: y(0.5),
      r: curve.source === 'field' ? 3.5 : 2.5,
    }),
  ])
}

/** Names beside the curves of the field; the others are named by the key alone. */
function labels(curves: readonly FieldCurve[], { box, x, y }: Layout): Child {
  const named = curves.filter(({ source }) => source === 'field')
  const placed = placeLabels(
    named.map((curve) => ({
      text: armLabel(curve.arm),
      candidates: [0.9, 0.8, 0.2, 0.1, 0.7, 0.3, 0.6, 0.4, 0.5].flatMap((p) => {
        const point = { x: x(valueAt(curve.steps, p)), y: y(p) + 4 }
        return [
          { ...point, x: point.x + 9, anchor: 'start' as const },
          { ...point, x: point.x - 9, anchor: 'end' as const },
        ]
      }),
    })),
    curves.flatMap(({ steps }) => alongSteps(steps.map(({ p, value }) => ({ x: x(value), y: y(p) })))),
    box,
  )
  return placed.map((label, i) => curveLabel(label, armClass(named[i]?.arm ?? '')))
}

function stopAt(value: number, curves: readonly FieldCurve[], { box, x, y }: Layout): Stop {
  const shares = curves.map((curve) => ({ curve, found: shareAt(curve.steps, value) }))
  return {
    x: x(value),
    y: box.top,
    text: `At or below ${tickLabel(value, 'ms')}: ${shares.map(({ curve, found }) => `${nameOf(curve)} ${share(found)}`).join(' · ')}`,
    dots: shares.map(({ curve, found }) => ({ x: x(value), y: y(found), className: armClass(curve.arm) })),
  }
}

/** The first step at or above a share. */
function valueAt(steps: readonly EcdfPoint[], p: number): number {
  return (steps.find((step) => step.p >= p - 1e-9) ?? steps.at(-1))?.value ?? Number.NaN
}
