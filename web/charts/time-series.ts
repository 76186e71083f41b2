import { scaleLinear } from 'd3-scale'
import { integer, quantity } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { shapeMark } from './shape.ts'

export interface SeriesPoint {
  readonly round: number
  /** Is null where it is left out. */
  readonly value: number | null
  /** Says why it was left out; null where it was not. */
  readonly reason: string | null
}

interface SeriesArm {
  readonly arm: string
  readonly median: number | null
  /** Points by round, ascending. */
  readonly points: readonly SeriesPoint[]
}

export interface TimeSeriesData {
  readonly metric: string
  readonly unit: string
  readonly arms: readonly SeriesArm[]
}

const HEIGHT = 300
/** Height of one arm's strip of left-out samples, in px. */
const STRIP = 14

interface DrawnArm extends SeriesArm {
  readonly label: string
  readonly className: string
  readonly valid: readonly (SeriesPoint & { readonly value: number })[]
  readonly leftOut: readonly SeriesPoint[]
}

/** Samples over rounds, one mark a load; what was left out stands below, in its round. */
export function timeSeriesChart(data: TimeSeriesData, options: ChartOptions): Chart {
  const { width } = options
  const arms = data.arms.map(drawnArm)
  const values = arms.flatMap(({ valid }) => valid.map((point) => point.value))
  const counts = arms.map(({ arm, valid, leftOut }) => ({ arm, n: valid.length, leftOut: leftOut.length }))
  const words = {
    summary: values.length === 0 ? `No valid sample has a value of ${data.metric}.` : summarize(data, arms),
    note: `${countsNote(counts)}. Crosses below the axis are samples left out; thin lines are medians.`,
    table: tableOf(data, arms),
  }
  if (values.length === 0) return emptyChart(words, options)
  const layout = layOut(arms, values, width)
  return drawnChart(words, options, {
    height: HEIGHT + arms.length * STRIP,
    marks: [
      armKey(arms),
      axes(data, layout),
      arms.map((arm) => medianLine(arm, layout)),
      samples(arms, layout),
    ],
    readOut: alongPlot(
      layout.box,
      layout.rounds.map((round) => stopAt(round, data, arms, layout)),
    ),
  })
}

function drawnArm(arm: SeriesArm): DrawnArm {
  return {
    ...arm,
    label: armLabel(arm.arm),
    className: armClass(arm.arm),
    valid: arm.points.flatMap((point) => (point.value === null ? [] : [{ ...point, value: point.value }])),
    leftOut: arm.points.filter((point) => point.value === null),
  }
}

function summarize({ metric, unit }: TimeSeriesData, arms: readonly DrawnArm[]): string {
  const medians = arms.map(
    ({ label, median }) => `${label}: median ${median === null ? 'not known' : quantity(median, unit)}`,
  )
  return `${metric} by round. ${medians.join(', ')}.`
}

function tableOf({ metric, unit }: TimeSeriesData, arms: readonly DrawnArm[]): DataTable {
  return {
    columns: ['round', 'arm', `${metric} (${unit})`, 'left out because'],
    rows: arms
      .flatMap((arm) =>
        arm.points.map((point) => [point.round, arm.label, point.value, point.reason] as const),
      )
      .sort(([a], [b]) => a - b),
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: Scale
  readonly y: Scale
  /** Ascending, without repetition. */
  readonly rounds: readonly number[]
  readonly roundTicks: readonly number[]
  readonly valueTicks: readonly number[]
  /** Places an arm's mark in a round: arms of one round stand side by side, each nearest to its own round. */
  readonly markX: (round: number, arm: number) => number
  /** Middle of the strip where an arm's left-out samples stand. */
  readonly stripY: (arm: number) => number
}

function layOut(arms: readonly DrawnArm[], values: readonly number[], width: number): Layout {
  const box = { left: 58, right: width - 22, top: 46, bottom: HEIGHT - 40 }
  const rounds = [...new Set(arms.flatMap(({ points }) => points.map(({ round }) => round)))].sort(
    (a, b) => a - b,
  )
  const [first = 0, last = 0] = [rounds[0], rounds.at(-1)]
  const x = scaleLinear([first - 0.6, last + 0.6], [box.left, box.right])
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [box.bottom - 8, box.top + 6]).nice(4)
  const step = Math.min(6, Math.abs(x(1) - x(0)) / (arms.length + 1))
  return {
    box,
    x,
    y,
    rounds,
    roundTicks: x
      .ticks(Math.min(last, Math.floor(width / 70)))
      .filter((tick) => Number.isInteger(tick) && tick >= 0),
    valueTicks: y.ticks(5),
    markX: (round, arm) => x(round) + (arm - (arms.length - 1) / 2) * step,
    stripY: (arm) => box.bottom + 40 + arm * STRIP,
  }
}

function armKey(arms: readonly DrawnArm[]): Child {
  let left = 0
  return arms.map((arm) => {
    const entry = h(
      'g',
      shapeMark(armStyle(arm.arm).shape, left + 6, 8, 4, `dot ${arm.className}`),
      h('text', { class: `curve-label ${arm.className}`, x: left + 16, y: 12 }, arm.label),
    )
    left += 30 + arm.label.length * 7.4
    return entry
  })
}

function axes(data: TimeSeriesData, { box, x, y, roundTicks, valueTicks }: Layout): Child {
  return [
    leftAxis(placedTicks(valueTicks, data.unit, y), data.metric, box),
    bottomAxis(
      roundTicks.map((tick) => ({ position: x(tick), label: integer(tick) })),
      'round →',
      box,
    ),
  ]
}

function medianLine({ arm, median, className }: DrawnArm, { box, y }: Layout): Child {
  if (median === null) return null
  return h('line', {
    class: `median-line ${className}`,
    'stroke-dasharray': armStyle(arm).dash,
    x1: box.left,
    x2: box.right,
    y1: y(median),
    y2: y(median),
  })
}

function samples(arms: readonly DrawnArm[], { y, markX, stripY }: Layout): Child {
  return [
    arms.some(({ leftOut }) => leftOut.length > 0)
      ? h('text', { class: 'side', x: 0, y: stripY(0) + 4 }, 'left out')
      : null,
    arms.map(({ arm, className, valid, leftOut }, i) => [
      valid.map((point) =>
        shapeMark(armStyle(arm).shape, markX(point.round, i), y(point.value), 3, `dot ${className}`),
      ),
      leftOut.map((point) =>
        shapeMark('cross', markX(point.round, i), stripY(i), 3.5, `left-out ${className}`),
      ),
    ]),
  ]
}

function stopAt(
  round: number,
  { unit }: TimeSeriesData,
  arms: readonly DrawnArm[],
  { box, x }: Layout,
): Stop {
  const words = arms.map(({ label, points }) => {
    const point = points.find((other) => other.round === round)
    if (point === undefined) return `${label} not loaded`
    return point.value === null
      ? `${label} left out (${point.reason ?? 'no value'})`
      : `${label} ${quantity(point.value, unit)}`
  })
  return { x: x(round), y: box.top, text: `Round ${round}: ${words.join(' · ')}` }
}
