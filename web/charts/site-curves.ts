import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { count, integer, quantity, share } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale, shareTicks } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { type LineKeyEntry, lineKey } from './line-key.ts'
import { type Shape, shapeMark } from './shape.ts'
import { type EcdfPoint, shareAt, xScale } from './step-curve.ts'

/** The distribution of a value over the sites of a campaign, under one arm. */
export interface SiteCurve {
  readonly arm: string
  readonly n: number
  /** Sites without a value. */
  readonly without: number
  readonly median: number
  /** Steps, at least one, ascending. */
  readonly steps: readonly EcdfPoint[]
  /** The 95 % band around the whole curve is ± this share; null: it is not drawn. */
  readonly bandHalfWidth: number | null
}

/** The distribution over the sites that a paper printed. */
export interface ReferenceCurve {
  readonly source: string
  readonly n: number
  readonly median: number
  readonly steps: readonly EcdfPoint[]
}

export interface SiteCurvesData {
  /** Worded as on an axis: `requests`. */
  readonly metric: string
  readonly unit: string
  readonly curves: readonly SiteCurve[]
  readonly references: readonly ReferenceCurve[]
  /** Sites of the campaign, where no curve says it. */
  readonly sites: number
}

interface SiteCurvesOptions extends ChartOptions {
  readonly scale?: 'linear' | 'log'
}

const PLOT = 250

/** More places than these are not read out one by one. */
const MOST_STOPS = 150

/** The papers' marks tell them apart: their curves are thin and grey, with a mark for each site. */
const REFERENCE_SHAPES = ['diamond', 'square', 'triangle'] as const satisfies readonly Shape[]
const REFERENCE_MARK = 'dot open reference'

/** Distributions over sites: a curve an arm with its band, and beside them what papers printed, thin and grey. */
export function siteCurvesChart(data: SiteCurvesData, options: SiteCurvesOptions): Chart {
  const { width, scale = 'linear' } = options
  const { curves, references } = data
  const key = lineKey(keyEntries(data), width)
  const top = key.height + 30
  const box = { left: 44, right: width - 16, top, bottom: top + PLOT }
  const words = { summary: summarize(data), note: noteOf(data), table: tableOf(data) }
  if (curves.length === 0) return emptyChart(words, options)
  const values = [...curves, ...references].flatMap(({ steps }) => steps.map(({ value }) => value))
  const layout: Layout = {
    box,
    x: xScale(values, scale, [box.left, box.right]),
    y: scaleLinear([0, 1], [box.bottom, box.top]),
  }
  return drawnChart(words, options, {
    height: box.bottom + 40,
    marks: [
      key.marks,
      axes(data, layout, scale),
      bands(curves, layout),
      referenceCurves(references, layout),
      siteCurves(curves, layout),
    ],
    readOut: alongPlot(
      box,
      stopsOf(values, layout).map((value) => stopAt(value, data, layout)),
    ),
  })
}

interface Layout {
  readonly box: PlotBox
  readonly x: ReturnType<typeof xScale>
  readonly y: Scale
}

function keyEntries({ curves, references }: SiteCurvesData): LineKeyEntry[] {
  return [
    ...curves.map(({ arm, n }) => ({
      label: `${armLabel(arm)}, n = ${integer(n)}`,
      className: `curve ${armClass(arm)}`,
      dash: armStyle(arm).dash,
    })),
    ...references.map(({ source, n }, index) => ({
      label: `${source}, n = ${integer(n)}`,
      className: 'curve reference',
      dash: null,
      mark: { shape: referenceShape(index), className: REFERENCE_MARK },
    })),
  ]
}

function referenceShape(index: number): Shape {
  return REFERENCE_SHAPES[index % REFERENCE_SHAPES.length] ?? REFERENCE_SHAPES[0]
}

function summarize({ metric, unit, curves, references, sites }: SiteCurvesData): string {
  if (curves.length === 0) return `None of ${count(sites, 'site')} has a value of ${metric}.`
  const medians = [
    ...curves.map(({ arm, median }) => `${armLabel(arm)} ${quantity(median, unit)}`),
    ...references.map(({ source, median }) => `${source} ${quantity(median, unit)}`),
  ]
  return `Median ${metric}: ${medians.join(', ')}.`
}

function noteOf({ curves }: SiteCurvesData): string {
  if (curves.length === 0) return ''
  const counts = curves.map(
    ({ arm, n, without }) => `${armLabel(arm)}: ${count(n, 'site')}, ${integer(without)} without a value`,
  )
  const banded = curves.some(({ bandHalfWidth }) => bandHalfWidth !== null)
  return `${counts.join('; ')}.${banded ? ' The band holds the whole curve with 95 % confidence.' : ''}`
}

function tableOf({ unit, curves, references }: SiteCurvesData): DataTable {
  const all = [
    ...curves.map(({ arm, ...curve }) => ({ name: armLabel(arm), ...curve })),
    ...references.map(({ source, ...curve }) => ({ name: source, bandHalfWidth: null, ...curve })),
  ]
  const rows = all.flatMap(({ name, steps, bandHalfWidth: half }) =>
    steps.map(({ p, value }) => [
      name,
      Number(value.toPrecision(6)),
      share(p),
      half === null ? null : `${share(Math.max(0, p - half))} to ${share(Math.min(1, p + half))}`,
    ]),
  )
  return { columns: ['curve', `value (${unit})`, 'share of sites at or below', '95 % band'], rows }
}

function axes({ metric, unit }: SiteCurvesData, { box, x, y }: Layout, scale: 'linear' | 'log'): Child {
  return [
    leftAxis(shareTicks(y), 'share of sites at or below', box),
    bottomAxis(placedTicks(x.ticks, unit, x), `${metric}${scale === 'log' ? ', logarithmic' : ''} →`, box),
  ]
}

function bands(curves: readonly SiteCurve[], { box, x, y }: Layout): Child {
  return curves.map(({ arm, steps, bandHalfWidth: half }) => {
    if (half === null) return null
    const edges = area<{ readonly px: number; readonly p: number }>(
      ({ px }) => px,
      ({ p }) => y(Math.max(0, p - half)),
      ({ p }) => y(Math.min(1, p + half)),
    )
      .curve(curveStepAfter)
      .digits(2)
    // Left of the first site and right of the last the band goes on: the distribution may.
    const points = [
      { px: box.left, p: 0 },
      ...steps.map(({ value, p }) => ({ px: x(value), p })),
      { px: box.right, p: 1 },
    ]
    return h('path', { class: `band ${armClass(arm)}`, d: edges(points) })
  })
}

function stepPath({ box, x, y }: Layout, steps: readonly EcdfPoint[]): string | null {
  const path = line<{ readonly px: number; readonly p: number }>(
    ({ px }) => px,
    ({ p }) => y(p),
  )
    .curve(curveStepAfter)
    .digits(2)
  const points = steps.map(({ value, p }) => ({ px: x(value), p }))
  return path([{ px: box.left, p: 0 }, ...points, { px: box.right, p: 1 }])
}

function referenceCurves(references: readonly ReferenceCurve[], layout: Layout): Child {
  return references.map(({ steps }, index) => [
    h('path', { class: 'curve reference', d: stepPath(layout, steps) }),
    steps.map(({ value, p }) =>
      shapeMark(referenceShape(index), layout.x(value), layout.y(p), 3, REFERENCE_MARK),
    ),
  ])
}

function siteCurves(curves: readonly SiteCurve[], layout: Layout): Child {
  return curves.map(({ arm, steps, median }) => [
    h('path', {
      class: `curve ${armClass(arm)}`,
      'stroke-dasharray': armStyle(arm).dash,
      d: stepPath(layout, steps),
    }),
    h('circle', { class: `median ${armClass(arm)}`, cx: layout.x(median), cy: layout.y(0.5), r: 3.5 }),
  ])
}

/** Finds where a curve steps up, or round values where these are too many. */
function stopsOf(values: readonly number[], { x }: Layout): readonly number[] {
  const places = [...new Set(values)].sort((a, b) => a - b)
  return places.length <= MOST_STOPS ? places : x.places
}

function stopAt(value: number, { unit, curves, references }: SiteCurvesData, { box, x, y }: Layout): Stop {
  const found = curves.map((curve) => ({ ...curve, p: shareAt(curve.steps, value) }))
  const words = [
    ...found.map(({ arm, p, bandHalfWidth: half }) => {
      const band =
        half === null ? '' : ` (${share(Math.max(0, p - half))} to ${share(Math.min(1, p + half))})`
      return `${armLabel(arm)} ${share(p)}${band}`
    }),
    ...references.map(({ source, steps }) => `${source} ${share(shareAt(steps, value))}`),
  ]
  return {
    x: x(value),
    y: box.top,
    text: `At or below ${quantity(value, unit)}: ${words.join(' · ')}`,
    dots: found.map(({ arm, p }) => ({ x: x(value), y: y(p), className: armClass(arm) })),
  }
}
