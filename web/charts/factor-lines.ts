import { scaleLinear, scaleLog } from 'd3-scale'
import { count, gain, range } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel } from './arm.ts'
import { armLines } from './arm-lines.ts'
import { bottomAxis, leftAxis, type PlotBox, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { dodge } from './dodge.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { logTicks } from './log-ticks.ts'
import { fitText } from './text-width.ts'

export interface FactorPoint {
  /** Value of the factor as it is written. */
  readonly x: string
  readonly gain: number | null
  readonly interval: readonly [number, number] | null
  readonly conditions: number
  /** Rounds. */
  readonly n: number
}

export interface FactorLine {
  readonly arm: string
  readonly points: readonly FactorPoint[]
}

export interface FactorLinesData {
  readonly measure: string
  readonly xLabel: string
  /** Sorted as they stand. */
  readonly xs: readonly string[]
  /** Their values where all of them are numbers, by which they are spaced; null: at equal distances. */
  readonly positions: readonly number[] | null
  readonly lines: readonly FactorLine[]
}

interface KnownPoint {
  readonly x: string
  /** Place on the factor's scale: its value, or its number in the list. */
  readonly position: number
  readonly gain: number
  readonly interval: readonly [number, number] | null
  readonly conditions: number
  readonly n: number
}

interface KnownLine {
  readonly arm: string
  readonly points: readonly KnownPoint[]
}

const HEIGHT = 320

/** Gain of each arm over one factor, on a log scale, with intervals as bands. */
export function factorLinesChart(data: FactorLinesData, options: ChartOptions): Chart {
  const positions = data.positions ?? data.xs.map((_, i) => i)
  const lines = knownLines(data, positions)
  const words = { summary: summarize(data, lines), note: noteOf(data, lines), table: tableOf(data) }
  if (lines.length === 0) return emptyChart(words, options)
  const layout = layOut(positions, lines, options.width)
  return drawnChart(words, options, {
    height: HEIGHT,
    marks: [axes(data, positions, layout), curves(lines, layout), labels(lines, layout, options.width)],
    readOut: alongPlot(
      layout.box,
      data.xs.map((name, i) => stopAt(data, lines, layout, name, positions[i] ?? 0)),
    ),
  })
}

function knownLines(data: FactorLinesData, positions: readonly number[]): readonly KnownLine[] {
  return data.lines
    .map(({ arm, points }) => ({
      arm,
      points: points.flatMap((point): KnownPoint[] => {
        const position = positions[data.xs.indexOf(point.x)]
        return point.gain === null || position === undefined ? [] : [{ ...point, position, gain: point.gain }]
      }),
    }))
    .filter(({ points }) => points.length > 0)
}

function summarize({ xLabel }: FactorLinesData, lines: readonly KnownLine[]): string {
  if (lines.length === 0) return 'No condition has been measured with both arms.'
  const words = lines.map(({ arm, points }) => {
    const [first, last] = [points[0], points.at(-1)]
    return `${armLabel(arm)}: gain ${gain(first?.gain ?? 1)} at ${xLabel} ${first?.x}, ${gain(last?.gain ?? 1)} at ${last?.x}`
  })
  return `${words.join('; ')}.`
}

function noteOf(data: FactorLinesData, lines: readonly KnownLine[]): string {
  const known = lines.flatMap(({ points }) => points)
  const rounds = known.reduce((sum, point) => sum + point.n, 0)
  const missing = data.lines.reduce((sum, { points }) => sum + points.length, 0) - known.length
  return `n = ${count(rounds, 'round')}${missing === 0 ? '' : `; ${count(missing, 'point')} without a gain`}. ${pooledWords(known)}`
}

function pooledWords(known: readonly KnownPoint[]): string {
  if (known.every(({ conditions }) => conditions === 1)) return 'Bands are 95 % intervals.'
  const bands = known.some(({ conditions }) => conditions === 1)
    ? 'Bands are 95 % intervals of single conditions. '
    : ''
  const counts = known.map(({ conditions }) => conditions)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const differ =
    least === most ? '' : ` Points are of ${least} to ${most} conditions, so not of the same ones.`
  return `${bands}A point of several conditions is their geometric mean, without an interval.${differ}`
}

function tableOf(data: FactorLinesData): DataTable {
  return {
    columns: [data.xLabel, 'arm', 'gain', 'low', 'high', 'conditions', 'rounds'],
    rows: data.lines.flatMap(({ arm, points }) =>
      points.map((point) => [
        point.x,
        armLabel(arm),
        point.gain,
        point.interval?.[0] ?? null,
        point.interval?.[1] ?? null,
        point.conditions,
        point.n,
      ]),
    ),
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: Scale
  readonly y: Scale
  /** Ends of the vertical axis. */
  readonly gains: readonly [number, number]
}

function layOut(positions: readonly number[], lines: readonly KnownLine[], width: number): Layout {
  const box = { left: 52, right: width - (width < 480 ? 84 : 140), top: 30, bottom: HEIGHT - 40 }
  const [low, high] = [Math.min(...positions), Math.max(...positions)]
  const x =
    low === high ? () => (box.left + box.right) / 2 : scaleLinear([low, high], [box.left + 10, box.right - 6])
  const ends = lines.flatMap(({ points }) =>
    points.flatMap((point) => [point.gain, ...(point.interval ?? [])]),
  )
  const y = scaleLog([Math.min(0.95, ...ends) / 1.03, Math.max(1.06, ...ends) * 1.03], [box.bottom, box.top])
  const [lowest = 1, highest = 1] = y.domain()
  return { box, x, y, gains: [lowest, highest] }
}

function axes(data: FactorLinesData, positions: readonly number[], { box, x, y, gains }: Layout): Child {
  return [
    leftAxis(
      logTicks(...gains).map((tick) => ({ position: y(tick), label: `${tick}×` })),
      `${data.measure}, logarithmic`,
      box,
    ),
    bottomAxis(
      positions.map((position, i) => ({ position: x(position), label: data.xs[i] ?? '' })),
      `${data.xLabel} →`,
      box,
    ),
    h('line', { class: 'one', x1: box.left, x2: box.right, y1: y(1), y2: y(1) }),
  ]
}

function curves(lines: readonly KnownLine[], { x, y }: Layout): Child {
  return armLines(lines, ({ position, gain, interval }) => ({ x: position, y: gain, limits: interval }), x, y)
}

/** Writes each line's name at its end. */
function labels(lines: readonly KnownLine[], { box, x, y }: Layout, width: number): Child {
  const ys = dodge(
    lines.map(({ points }) => y(points.at(-1)?.gain ?? 1) + 4),
    15,
    box.top + 4,
    box.bottom,
  )
  return lines.map(({ arm, points }, i) => {
    const end = points.at(-1)
    if (end === undefined) return null
    return h(
      'text',
      { class: `curve-label ${armClass(arm)}`, x: x(end.position) + 10, y: ys[i] ?? 0 },
      fitText(armLabel(arm), width - x(end.position) - 10),
    )
  })
}

function stopAt(
  { xLabel }: FactorLinesData,
  lines: readonly KnownLine[],
  { box, x, y }: Layout,
  name: string,
  position: number,
): Stop {
  const found = lines.flatMap(({ arm, points }) => {
    const point = points.find((other) => other.x === name)
    return point === undefined ? [] : [{ arm, point }]
  })
  const words = found.map(
    ({ arm, point }) =>
      `${armLabel(arm)} ${gain(point.gain)}${point.interval === null ? '' : ` (${range(point.interval)})`}, ${count(point.n, 'round')}`,
  )
  return {
    x: x(position),
    y: box.top,
    text: `${xLabel} ${name}: ${words.length === 0 ? 'no gain' : words.join(' · ')}`,
    dots: found.map(({ arm, point }) => ({
      x: x(point.position),
      y: y(point.gain),
      className: armClass(arm),
    })),
  }
}
