import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { integer, share } from '../../figures/quantity.ts'
import { utcDay } from '../../model/utc-day.ts'
import { type Child, h } from '../dom/h.ts'
import { bottomAxis, leftAxis, type PlotBox, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { dodge } from './dodge.ts'
import { alongPlot, drawnChart, emptyChart } from './drawn-chart.ts'
import { type Shape, shapeMark } from './shape.ts'
import { fitText, textWidth } from './text-width.ts'

export interface TrendPoint {
  /** Milliseconds since 1970. */
  readonly timeMs: number
  /** Name of the survey: `#3`. */
  readonly survey: string
  readonly n: number
  readonly share: number
  readonly low: number
  readonly high: number
}

export interface TrendLine {
  readonly label: string
  readonly className: string
  readonly dash: string | null
  readonly shape: Shape
  /** Oldest first. */
  readonly points: readonly TrendPoint[]
}

export interface AdoptionTrendData {
  /** The shares are of these: `all sites`. */
  readonly population: string
  readonly lines: readonly TrendLine[]
}

const HEIGHT = 280

/** Shares over surveys, with 95 % Wilson intervals as bands. */
export function adoptionTrendChart(data: AdoptionTrendData, options: ChartOptions): Chart {
  const lines = data.lines.filter((line) => line.points.length > 0)
  const surveys = surveysOf(lines)
  const words = { summary: summarize(lines, surveys), note: noteOf(data, surveys), table: tableOf(lines) }
  if (lines.length === 0) return emptyChart(words, options)
  const layout = layOut(lines, surveys, options.width)
  return drawnChart(words, options, {
    height: HEIGHT,
    marks: [
      axes(data, surveys, layout),
      curves(lines, surveys, layout),
      labels(lines, layout, options.width),
    ],
    readOut: alongPlot(
      layout.box,
      surveys.map((survey) => stopAt(survey, lines, layout)),
    ),
  })
}

function surveysOf(lines: readonly TrendLine[]): readonly TrendPoint[] {
  const byTime = new Map<number, TrendPoint>()
  for (const point of lines.flatMap(({ points }) => points)) {
    if (!byTime.has(point.timeMs)) byTime.set(point.timeMs, point)
  }
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)
}

function summarize(lines: readonly TrendLine[], surveys: readonly TrendPoint[]): string {
  if (lines.length === 0) return 'No survey is finished yet, so there is no trend.'
  const latest = lines.map((line) => `${line.label} ${share(line.points.at(-1)?.share ?? 0)}`)
  return `${latest.join(', ')} in the latest of ${integer(surveys.length)} ${surveys.length === 1 ? 'survey' : 'surveys'}.`
}

function noteOf({ population }: AdoptionTrendData, surveys: readonly TrendPoint[]): string {
  if (surveys.length === 0) return 'No finished survey.'
  const counts = surveys.map((point) => `${point.survey} n = ${integer(point.n)}`)
  return `${counts.join('; ')}. Share of ${population}; bands are 95 % Wilson intervals.${surveys.length === 1 ? ' One survey is a point, not a trend.' : ''}`
}

function tableOf(lines: readonly TrendLine[]): DataTable {
  return {
    columns: ['survey', 'date', 'what', 'share', 'low', 'high', 'sites'],
    rows: lines.flatMap((line) =>
      line.points.map((point) => [
        point.survey,
        utcDay(point.timeMs),
        line.label,
        point.share,
        point.low,
        point.high,
        point.n,
      ]),
    ),
  }
}

interface Layout {
  readonly box: PlotBox
  readonly x: Scale
  readonly y: Scale
  readonly shareTicks: readonly number[]
}

function layOut(lines: readonly TrendLine[], surveys: readonly TrendPoint[], width: number): Layout {
  const labelWidth = width < 480 ? 116 : 178
  const box = { left: 44, right: width - labelWidth, top: 28, bottom: HEIGHT - 40, edge: width }
  const [first, last] = [surveys[0]?.timeMs ?? 0, surveys.at(-1)?.timeMs ?? 0]
  const x =
    first === last
      ? () => (box.left + box.right) / 2
      : scaleLinear([first, last], [box.left + 10, box.right - 10])
  const highs = lines.flatMap(({ points }) => points.map((point) => point.high))
  const y = scaleLinear([0, Math.max(0.05, ...highs)], [box.bottom, box.top]).nice(4)
  return { box, x, y, shareTicks: y.ticks(4) }
}

function axes(
  { population }: AdoptionTrendData,
  surveys: readonly TrendPoint[],
  { box, x, y, shareTicks }: Layout,
): Child {
  return [
    leftAxis(
      shareTicks.map((tick) => ({ position: y(tick), label: `${Math.round(1000 * tick) / 10} %` })),
      `share of ${population}`,
      box,
    ),
    bottomAxis(
      surveys.map((point) => ({ position: x(point.timeMs), label: utcDay(point.timeMs) })),
      'day of the survey (UTC) →',
      box,
    ),
  ]
}

function curves(lines: readonly TrendLine[], surveys: readonly TrendPoint[], { x, y }: Layout): Child {
  const band = area<TrendPoint>(
    (point) => x(point.timeMs),
    (point) => y(point.low),
    (point) => y(point.high),
  ).digits(2)
  const path = line<TrendPoint>(
    (point) => x(point.timeMs),
    (point) => y(point.share),
  ).digits(2)
  return [
    lines.map((line) => h('path', { class: `band ${line.className}`, d: band([...line.points]) })),
    lines.map((line) => [
      h('path', {
        class: `line ${line.className}`,
        'stroke-dasharray': line.dash,
        d: path([...line.points]),
      }),
      line.points.map((point) => [
        // The band of a single survey has no width.
        surveys.length === 1
          ? h('line', {
              class: `interval ${line.className}`,
              x1: x(point.timeMs),
              x2: x(point.timeMs),
              y1: y(point.low),
              y2: y(point.high),
            })
          : null,
        shapeMark(line.shape, x(point.timeMs), y(point.share), 3.5, `dot ${line.className}`),
      ]),
    ]),
  ]
}

function labels(lines: readonly TrendLine[], { box, x, y }: Layout, width: number): Child {
  const ys = dodge(
    lines.map((line) => y(line.points.at(-1)?.share ?? 0) + 4),
    15,
    box.top,
    box.bottom,
  )
  return lines.map((line, i) => {
    const end = line.points.at(-1)
    if (end === undefined) return null
    return h(
      'text',
      { class: `curve-label ${line.className}`, x: x(end.timeMs) + 10, y: ys[i] ?? 0 },
      labelText(line.label, share(end.share), width - x(end.timeMs) - 10),
    )
  })
}

/** Adds the value where there is room for it. */
function labelText(label: string, value: string, room: number): string {
  const both = `${label} ${value}`
  return textWidth(both) <= room ? both : fitText(label, room)
}

function stopAt({ timeMs, survey, n }: TrendPoint, lines: readonly TrendLine[], { box, x, y }: Layout): Stop {
  const found = lines.flatMap((line) => {
    const point = line.points.find((other) => other.timeMs === timeMs)
    return point === undefined ? [] : [{ line, point }]
  })
  const words = found.map(
    ({ line, point }) => `${line.label} ${share(point.share)} (${share(point.low)} to ${share(point.high)})`,
  )
  return {
    x: x(timeMs),
    y: box.top,
    text: `${survey}, ${utcDay(timeMs)}, n = ${integer(n)}: ${words.join(' · ')}`,
    dots: found.map(({ line, point }) => ({ x: x(timeMs), y: y(point.share), className: line.className })),
  }
}
