import { scaleLinear, scaleLog } from 'd3-scale'
import { area, line } from 'd3-shape'
import { h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { dodge } from './dodge.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { logTicks } from './log-ticks.ts'
import { count, gain, integer, range } from './quantity.ts'
import { shapeMark } from './shape.ts'
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
  /** In the order in which they stand; numbers where all of them are, spaced by their size. */
  readonly xs: readonly string[]
  readonly lines: readonly FactorLine[]
}

interface Known {
  readonly x: string
  readonly at: number
  readonly gain: number
  readonly interval: readonly [number, number] | null
  readonly n: number
}

const HEIGHT = 320

/** Gain of each arm over one factor, on a log scale, with intervals as bands. */
export function factorLinesChart(data: FactorLinesData, options: ChartOptions): Chart {
  const { width } = options
  const numbers = data.xs.map(Number)
  const numeric = data.xs.length > 0 && numbers.every((value) => Number.isFinite(value))
  const positions = numeric ? numbers : data.xs.map((_, i) => i)
  const lines = data.lines
    .map(({ arm, points }) => ({
      arm,
      points: points.flatMap((point): Known[] => {
        const at = positions[data.xs.indexOf(point.x)]
        return point.gain === null || at === undefined ? [] : [{ ...point, at, gain: point.gain }]
      }),
    }))
    .filter(({ points }) => points.length > 0)
  const known = lines.flatMap(({ points }) => points)
  const summary =
    known.length === 0
      ? 'No condition has been measured with both arms yet.'
      : `${lines.map(({ arm, points }) => `${armLabel(arm)}: gain ${gain(points[0]?.gain ?? 1)} at ${data.xLabel} ${points[0]?.x}, ${gain(points.at(-1)?.gain ?? 1)} at ${points.at(-1)?.x}`).join('; ')}.`
  const height = known.length === 0 ? EMPTY_HEIGHT : HEIGHT
  const base = {
    width,
    height,
    summary,
    note: `n = ${integer(known.reduce((sum, point) => sum + point.n, 0))} rounds; ${count(data.lines.reduce((sum, { points }) => sum + points.length, 0) - known.length, 'point')} without a gain. Bands are 95 % intervals, where a point is one condition.`,
    table: {
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
    },
  }
  if (known.length === 0) return emptyChart(base, options)

  const box = { left: 52, right: width - (width < 480 ? 84 : 140), top: 30, bottom: HEIGHT - 40 }
  const low = Math.min(...positions)
  const high = Math.max(...positions)
  const x =
    low === high ? () => (box.left + box.right) / 2 : scaleLinear([low, high], [box.left + 10, box.right - 6])
  const ends = known.flatMap((point) => [point.gain, ...(point.interval ?? [])])
  const y = scaleLog([Math.min(0.95, ...ends) / 1.03, Math.max(1.06, ...ends) * 1.03], [box.bottom, box.top])
  const [yLow = 1, yHigh = 1] = y.domain()
  const path = line<Known>(
    (point) => x(point.at),
    (point) => y(point.gain),
  ).digits(2)
  const band = area<Known>(
    (point) => x(point.at),
    (point) => y(point.interval?.[0] ?? point.gain),
    (point) => y(point.interval?.[1] ?? point.gain),
  )
    .defined((point) => point.interval !== null)
    .digits(2)
  const labelYs = dodge(
    lines.map(({ points }) => y(points.at(-1)?.gain ?? 1) + 4),
    15,
    box.top + 4,
    box.bottom,
  )
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      leftAxis(
        logTicks(yLow, yHigh).map((tick) => ({ at: y(tick), label: `${tick}×` })),
        `${data.measure}, logarithmic`,
        box,
      ),
      bottomAxis(
        positions.map((at, i) => ({ at: x(at), label: data.xs[i] ?? '' })),
        `${data.xLabel} →`,
        box,
      ),
      h('line', { class: 'one', x1: box.left, x2: box.right, y1: y(1), y2: y(1) }),
      lines.map(({ arm, points }) => h('path', { class: `band ${armClass(arm)}`, d: band([...points]) })),
      lines.map(({ arm, points }) => [
        h('path', {
          class: `line ${armClass(arm)}`,
          'stroke-dasharray': armStyle(arm).dash,
          d: path([...points]),
        }),
        points.map((point) =>
          shapeMark(armStyle(arm).shape, x(point.at), y(point.gain), 3.5, `dot ${armClass(arm)}`),
        ),
      ]),
      lines.map(({ arm, points }, i) => {
        const end = points.at(-1)
        if (end === undefined) return null
        return h(
          'text',
          { class: `curve-label ${armClass(arm)}`, x: x(end.at) + 10, y: labelYs[i] ?? 0 },
          fitText(armLabel(arm), width - x(end.at) - 10),
        )
      }),
    ),
    readOut: {
      nearest: 'x',
      line: { kind: 'vertical', from: box.top, to: box.bottom },
      stops: data.xs.map((name, i) => {
        const here = lines.flatMap(({ arm, points }) => {
          const point = points.find((other) => other.x === name)
          return point === undefined ? [] : [{ arm, point }]
        })
        const said = here.map(
          ({ arm, point }) =>
            `${armLabel(arm)} ${gain(point.gain)}${point.interval === null ? '' : ` (${range(point.interval)})`}, ${integer(point.n)} rounds`,
        )
        return {
          x: x(positions[i] ?? 0),
          y: box.top,
          text: `${data.xLabel} ${name}: ${said.length === 0 ? 'no gain' : said.join(' · ')}`,
          dots: here.map(({ arm, point }) => ({
            x: x(point.at),
            y: y(point.gain),
            className: armClass(arm),
          })),
        }
      }),
    },
  }
}
