import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { h } from '../dom/h.ts'
import { bottomAxis, leftAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { dodge } from './dodge.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { integer, share } from './quantity.ts'
import { type Shape, shapeMark } from './shape.ts'
import { fitText, textWidth } from './text-width.ts'

export interface TrendPoint {
  /** Milliseconds since 1970. */
  readonly timeMs: number
  /** How the survey is called: `#3`. */
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
  readonly of: string
  readonly lines: readonly TrendLine[]
}

const HEIGHT = 280

/** Shares over surveys, with 95 % Wilson intervals as bands. */
export function adoptionTrendChart(data: AdoptionTrendData, options: ChartOptions): Chart {
  const { width } = options
  const lines = data.lines.filter((line) => line.points.length > 0)
  const all = lines.flatMap((line) => line.points)
  const times = [...new Set(all.map((point) => point.timeMs))].sort((a, b) => a - b)
  const surveys = times.map((time) => all.find((point) => point.timeMs === time) as TrendPoint)
  const latest = lines.map((line) => `${line.label} ${share(line.points.at(-1)?.share ?? 0)}`)
  const summary =
    lines.length === 0
      ? 'No survey is finished yet, so there is no trend.'
      : `${latest.join(', ')} in the latest of ${integer(times.length)} ${times.length === 1 ? 'survey' : 'surveys'}.`
  const base = {
    width,
    height: lines.length === 0 ? EMPTY_HEIGHT : HEIGHT,
    summary,
    note:
      lines.length === 0
        ? 'No finished survey.'
        : `${surveys.map((point) => `${point.survey} n = ${integer(point.n)}`).join('; ')}. Share of ${data.of}; bands are 95 % Wilson intervals.${times.length === 1 ? ' One survey is a point, not a trend.' : ''}`,
    table: {
      columns: ['survey', 'date', 'what', 'share', 'low', 'high', 'sites'],
      rows: lines.flatMap((line) =>
        line.points.map((point) => [
          point.survey,
          day(point.timeMs),
          line.label,
          point.share,
          point.low,
          point.high,
          point.n,
        ]),
      ),
    },
  }
  if (lines.length === 0) return emptyChart(base, options)

  const labelWidth = width < 480 ? 116 : 178
  const box = { left: 44, right: width - labelWidth, top: 28, bottom: HEIGHT - 40 }
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  const x =
    first === last
      ? () => (box.left + box.right) / 2
      : scaleLinear([first, last], [box.left + 10, box.right - 10])
  const top = Math.max(0.05, ...all.map((point) => point.high))
  const y = scaleLinear([0, top], [box.bottom, box.top]).nice(4)
  const band = area<TrendPoint>(
    (point) => x(point.timeMs),
    (point) => y(point.low),
    (point) => y(point.high),
  ).digits(2)
  const path = line<TrendPoint>(
    (point) => x(point.timeMs),
    (point) => y(point.share),
  ).digits(2)
  const labelYs = dodge(
    lines.map((line) => y(line.points.at(-1)?.share ?? 0) + 4),
    15,
    box.top,
    box.bottom,
  )
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      leftAxis(
        y.ticks(4).map((tick) => ({ at: y(tick), label: `${Math.round(1000 * tick) / 10} %` })),
        `share of ${data.of}`,
        box,
      ),
      bottomAxis(
        surveys.map((point) => ({ at: x(point.timeMs), label: day(point.timeMs) })),
        'day of the survey (UTC) →',
        box,
      ),
      lines.map((line) => h('path', { class: `band ${line.className}`, d: band([...line.points]) })),
      lines.map((line) => [
        h('path', {
          class: `line ${line.className}`,
          'stroke-dasharray': line.dash,
          d: path([...line.points]),
        }),
        line.points.map((point) => [
          times.length === 1
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
      lines.map((line, i) => {
        const end = line.points.at(-1)
        if (end === undefined) return null
        return h(
          'text',
          { class: `curve-label ${line.className}`, x: x(end.timeMs) + 10, y: labelYs[i] ?? 0 },
          labelText(line.label, share(end.share), width - x(end.timeMs) - 10),
        )
      }),
    ),
    readOut: {
      nearest: 'x',
      line: { kind: 'vertical', from: box.top, to: box.bottom },
      stops: surveys.map(({ timeMs, survey, n }) => {
        const here = lines.flatMap((line) => {
          const point = line.points.find((other) => other.timeMs === timeMs)
          return point === undefined ? [] : [{ line, point }]
        })
        return {
          x: x(timeMs),
          y: box.top,
          text: `${survey}, ${day(timeMs)}, n = ${integer(n)}: ${here.map(({ line, point }) => `${line.label} ${share(point.share)} (${share(point.low)} to ${share(point.high)})`).join(' · ')}`,
          dots: here.map(({ line, point }) => ({
            x: x(timeMs),
            y: y(point.share),
            className: line.className,
          })),
        }
      }),
    },
  }
}

/** With the value where there is room for it. */
function labelText(label: string, value: string, room: number): string {
  const both = `${label} ${value}`
  return textWidth(both) <= room ? both : fitText(label, room)
}

function day(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
