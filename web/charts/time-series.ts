import { scaleLinear } from 'd3-scale'
import { h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, leftAxis } from './axis.ts'
import type { Chart, ChartOptions } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { integer, quantity, tickLabel } from './quantity.ts'
import { shapeMark } from './shape.ts'

export interface SeriesPoint {
  readonly round: number
  /** Null: left out. */
  readonly value: number | null
  /** Why it was left out; null where it was not. */
  readonly reason: string | null
}

export interface SeriesArm {
  readonly arm: string
  readonly median: number | null
  /** By round, ascending. */
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

/** Samples over rounds, one mark a load; what was left out stands below, in its round. */
export function timeSeriesChart(data: TimeSeriesData, options: ChartOptions): Chart {
  const { width } = options
  const counted = data.arms.map((arm) => ({
    ...arm,
    label: armLabel(arm.arm),
    className: armClass(arm.arm),
    kept: arm.points.filter((point): point is SeriesPoint & { value: number } => point.value !== null),
    left: arm.points.filter((point) => point.value === null),
  }))
  const values = counted.flatMap((arm) => arm.kept.map((point) => point.value))
  const summary =
    values.length === 0
      ? `No valid sample has a value of ${data.metric}.`
      : `${data.metric} by round. ${counted.map((arm) => `${arm.label}: median ${arm.median === null ? 'not known' : quantity(arm.median, data.unit)}`).join(', ')}.`
  const base = {
    width,
    height: values.length === 0 ? EMPTY_HEIGHT : HEIGHT + counted.length * STRIP,
    summary,
    note: `${countsNote(counted.map(({ arm, kept, left }) => ({ arm, n: kept.length, leftOut: left.length })))}. Crosses below the axis are samples left out; thin lines are medians.`,
    table: {
      columns: ['round', 'arm', `${data.metric} (${data.unit})`, 'left out because'],
      rows: counted
        .flatMap((arm) =>
          arm.points.map((point) => [point.round, arm.label, point.value, point.reason] as const),
        )
        .sort(([a], [b]) => a - b),
    },
  }
  if (values.length === 0) return emptyChart(base, options)

  const box = { left: 58, right: width - 22, top: 46, bottom: HEIGHT - 40 }
  const rounds = counted.flatMap((arm) => arm.points.map((point) => point.round))
  const lastRound = Math.max(...rounds)
  const x = scaleLinear([Math.min(...rounds) - 0.6, lastRound + 0.6], [box.left, box.right])
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [box.bottom - 8, box.top + 6]).nice(4)
  const strip = (i: number) => box.bottom + 40 + i * STRIP
  // Arms of one round side by side, in their order; each mark stays nearest to its own round.
  const step = Math.min(6, Math.abs(x(1) - x(0)) / (counted.length + 1))
  const at = (round: number, i: number) => x(round) + (i - (counted.length - 1) / 2) * step
  let keyX = 0
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      counted.map((arm) => {
        const here = keyX
        keyX += 30 + arm.label.length * 7.4
        return h(
          'g',
          {},
          shapeMark(armStyle(arm.arm).shape, here + 6, 8, 4, `dot ${arm.className}`),
          h('text', { class: `curve-label ${arm.className}`, x: here + 16, y: 12 }, arm.label),
        )
      }),
      leftAxis(
        y.ticks(5).map((tick) => ({ at: y(tick), label: tickLabel(tick, data.unit) })),
        data.metric,
        box,
      ),
      bottomAxis(
        x
          .ticks(Math.min(lastRound, Math.floor(width / 70)))
          .filter((tick) => Number.isInteger(tick) && tick >= 0)
          .map((tick) => ({ at: x(tick), label: integer(tick) })),
        'round →',
        { ...box, bottom: box.bottom },
      ),
      counted.map((arm) =>
        arm.median === null
          ? null
          : h('line', {
              class: `median-line ${arm.className}`,
              'stroke-dasharray': armStyle(arm.arm).dash,
              x1: box.left,
              x2: box.right,
              y1: y(arm.median),
              y2: y(arm.median),
            }),
      ),
      counted.some((arm) => arm.left.length > 0)
        ? h('text', { class: 'side', x: 0, y: strip(0) + 4 }, 'left out')
        : null,
      counted.map((arm, i) => [
        arm.kept.map((point) =>
          shapeMark(armStyle(arm.arm).shape, at(point.round, i), y(point.value), 3, `dot ${arm.className}`),
        ),
        arm.left.map((point) =>
          shapeMark('cross', at(point.round, i), strip(i), 3.5, `left-out ${arm.className}`),
        ),
      ]),
    ),
    readOut: {
      nearest: 'x',
      line: { kind: 'vertical', from: box.top, to: box.bottom },
      stops: [...new Set(rounds)]
        .sort((a, b) => a - b)
        .map((round) => {
          const said = counted.map((arm) => {
            const point = arm.points.find((other) => other.round === round)
            if (point === undefined) return `${arm.label} not loaded`
            return point.value === null
              ? `${arm.label} left out (${point.reason ?? 'no value'})`
              : `${arm.label} ${quantity(point.value, data.unit)}`
          })
          return { x: x(round), y: box.top, text: `Round ${round}: ${said.join(' · ')}` }
        }),
    },
  }
}
