import { scaleLinear, scaleLog } from 'd3-scale'
import { count, significant } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { armLines } from './arm-lines.ts'
import { bottomAxis, leftAxis, type PlotBox, placedTicks, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { lineKey } from './line-key.ts'
import type { PaperLinesData, PaperPoint } from './paper-lines-data.ts'
import { shapeMark } from './shape.ts'

const HEIGHT = 280
/** Distance of the marks of protocols at a place that has a name, px. */
const BESIDE = 9
const PRINTED = { label: 'printed, SPDY', word: 'printed', note: 'Open marks are values in print.' } as const
const PRINTED_CLASS = 'dot open reference'

/** A figure in its own axes: values in print or by theory as open marks, measured ones as lines with their intervals. */
export function paperLinesChart(data: PaperLinesData, options: ChartOptions): Chart {
  const all = [...data.printed, ...data.lines.flatMap(({ points }) => points)]
  const words = { summary: summaryOf(data), note: noteOf(data), table: tableOf(data) }
  if (all.length === 0) return emptyChart(words, options)
  const key = lineKey(keyOf(data), options.width)
  const layout = layOut(data, all, options.width, key.height)
  const { box, x } = layout
  const places = [...new Set(all.map((point) => point.x))].toSorted((a, b) => a - b)
  return drawnChart(words, options, {
    height: HEIGHT,
    marks: [key.marks, axes(data, layout), marks(data, layout)],
    readOut: alongPlot(
      box,
      places.map((place) => stopAt(data, layout, place, x(place))),
    ),
  })
}

function keyOf({ printed, lines, printedAs = PRINTED, xNames }: PaperLinesData) {
  const measured = lines
    .filter(({ points }) => points.length > 0)
    .map(({ arm }) => ({
      label: armLabel(arm),
      className: xNames === undefined ? `line ${armClass(arm)}` : `interval ${armClass(arm)}`,
      dash: xNames === undefined ? armStyle(arm).dash : null,
      mark: { shape: armStyle(arm).shape, className: `dot ${armClass(arm)}` },
    }))
  const mark = { shape: 'diamond', className: PRINTED_CLASS } as const
  return printed.length === 0
    ? measured
    : [...measured, { label: printedAs.label, className: 'none', dash: null, mark }]
}

function summaryOf({ printed, lines, xNames }: PaperLinesData): string {
  const measured = lines.filter(({ points }) => points.length > 0)
  if (measured.length === 0)
    return printed.length === 0
      ? 'Nothing is printed in numbers, and nothing measured yet.'
      : `Printed: ${count(printed.length, 'value')}. Not measured yet.`
  const words = measured.map(({ arm, points }) => {
    const [first, last] = [points[0], points.at(-1)] as [PaperPoint, PaperPoint]
    return `${armLabel(arm)} from ${significant(first.y)} at ${placeName(first.x, xNames)} to ${significant(last.y)} at ${placeName(last.x, xNames)}`
  })
  return `${words.join('; ')}.`
}

const placeName = (x: number, names?: readonly string[]): string => names?.[x] ?? String(x)

function noteOf({ lines, printed, printedAs, steps = [] }: PaperLinesData): string {
  const rounds = lines.flatMap(({ points }) => points).reduce((sum, { n }) => sum + (n ?? 0), 0)
  if (printedAs === undefined)
    return rounds === 0
      ? PRINTED.note
      : `n = ${count(rounds, 'round')}. Bands are 95 % intervals; open marks are values in print.`
  const sentences = [
    `n = ${count(rounds, 'round')}, with 95 % intervals.`,
    printed.length === 0 ? '' : printedAs.note,
    steps.length === 0 ? '' : 'Upright lines: where a round trip more begins.',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function tableOf({ xLabel, yLabel, printed, lines, printedAs = PRINTED, xNames }: PaperLinesData): DataTable {
  const rowsOf = (of: string, points: readonly PaperPoint[]) =>
    points.map(({ x, y, limits, n }) => [
      of,
      xNames?.[x] ?? x,
      y,
      limits?.[0] ?? null,
      limits?.[1] ?? null,
      n,
    ])
  return {
    columns: ['protocol', xLabel, yLabel, 'low', 'high', 'rounds'],
    rows: [
      ...rowsOf(printedAs.label, printed),
      ...lines.flatMap(({ arm, points }) => rowsOf(armLabel(arm), points)),
    ],
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: Scale
  readonly y: Scale
  readonly xTicks: readonly number[]
  readonly yTicks: readonly number[]
}

function layOut(data: PaperLinesData, all: readonly PaperPoint[], width: number, above: number): Layout {
  const box = { left: 52, right: width - 16, top: above + 26, bottom: HEIGHT - 40 }
  const xs = [...all, ...(data.steps ?? [])].map((point) => point.x)
  const [least, most] = [Math.min(...xs), Math.max(...xs)]
  const isLog = data.isLog && least > 0
  const place = (isLog ? scaleLog() : scaleLinear())
    .domain(least === most ? [isLog ? least / 2 : least - 1, isLog ? most * 2 : most + 1] : [least, most])
    .range([box.left + 10, box.right - 10])
  const isGain = data.yLabel.startsWith('Gain')
  const ys = all.flatMap(({ y, limits }) => [y, ...(limits ?? [])])
  const same = isGain ? 1 : 0
  const height = scaleLinear([Math.min(same, ...ys), Math.max(same, ...ys)], [box.bottom, box.top]).nice(5)
  // The measured places of a logarithmic axis say more than its own ticks.
  const xTicks = isLog || data.xNames !== undefined ? [...new Set(xs)] : place.ticks(6)
  return { box, x: place, y: height, xTicks, yTicks: height.ticks(5) }
}

function axes(
  { xLabel, yLabel, xNames, steps = [] }: PaperLinesData,
  { box, x, y, xTicks, yTicks }: Layout,
): Child {
  const same = yLabel.startsWith('Gain') ? 1 : 0
  return [
    leftAxis(placedTicks(yTicks, '', y), yLabel, box),
    bottomAxis(
      xTicks.map((tick) => ({ position: x(tick), label: placeName(tick, xNames) })),
      xNames === undefined ? `${xLabel} →` : xLabel,
      box,
    ),
    steps.map((step) =>
      h('line', {
        class: `line ${armClass(step.arm)}`,
        'stroke-dasharray': '2 3',
        ...{ x1: x(step.x), x2: x(step.x), y1: box.top, y2: box.bottom },
      }),
    ),
    h('line', { class: 'one', x1: box.left, x2: box.right, y1: y(same), y2: y(same) }),
  ]
}

function marks({ printed, lines, xNames }: PaperLinesData, { x, y }: Layout): Child {
  if (xNames !== undefined)
    return lines.map(({ arm, points }, index) => {
      const aside = (index - (lines.length - 1) / 2) * BESIDE
      return points.map((point) => [
        point.limits === null
          ? null
          : h('line', {
              class: `interval ${armClass(arm)}`,
              ...{
                x1: x(point.x) + aside,
                x2: x(point.x) + aside,
                y1: y(point.limits[0]),
                y2: y(point.limits[1]),
              },
            }),
        shapeMark(armStyle(arm).shape, x(point.x) + aside, y(point.y), 3.5, `dot ${armClass(arm)}`),
      ])
    })
  return [
    armLines(lines, (point) => point, x, y),
    printed.map((point) => shapeMark('diamond', x(point.x), y(point.y), 4.5, PRINTED_CLASS)),
  ]
}

function stopAt(
  { xLabel, printed, lines, printedAs = PRINTED, xNames }: PaperLinesData,
  { box, y }: Layout,
  at: number,
  px: number,
): Stop {
  const found = lines.flatMap(({ arm, points }) =>
    points.filter((point) => point.x === at).map((point) => ({ arm, point })),
  )
  const words = [
    ...found.map(({ arm, point: { y: value, limits, n } }) => {
      const interval = limits === null ? '' : ` (${significant(limits[0])} to ${significant(limits[1])})`
      return `${armLabel(arm)} ${significant(value)}${interval}, ${count(n ?? 0, 'round')}`
    }),
    ...printed.filter((point) => point.x === at).map((point) => `${printedAs.word} ${significant(point.y)}`),
  ]
  return {
    x: px,
    y: box.top,
    text: `${xLabel} ${placeName(at, xNames)}: ${words.join(' · ')}`,
    dots: found.map(({ arm, point }) => ({ x: px, y: y(point.y), className: armClass(arm) })),
  }
}
