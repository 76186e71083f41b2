import { scaleLinear } from 'd3-scale'
import { h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis } from './axis.ts'
import type { Chart, ChartOptions, Stop } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { integer, milliseconds, share } from './quantity.ts'
import { shapeMark } from './shape.ts'

export interface EfficientCondition {
  /** Its levels of the factors that were varied: `round trip (ms) 100, page B`. */
  readonly label: string
  /** Limit over median; 1: the loads are as fast as the wire allows. */
  readonly efficiency: number
  readonly limitMs: number
  readonly medianMs: number
  /** Loads. */
  readonly n: number
}

export interface EfficiencyArm {
  readonly arm: string
  readonly conditions: readonly EfficientCondition[]
  /** Conditions of the run without a limit, or without a load of this arm. */
  readonly leftOut: number
}

export interface EfficiencyData {
  /** `page load time`. */
  readonly metric: string
  readonly arms: readonly EfficiencyArm[]
}

const ROW = 50
const TOP = 8
const BOTTOM = 42

/** How near the loads come to what the wire allows: a row an arm, a mark a condition, a line at their median. */
export function efficiencyDotsChart(data: EfficiencyData, options: ChartOptions): Chart {
  const { width } = options
  const arms = data.arms
    .filter(({ conditions }) => conditions.length > 0)
    .map(({ arm, conditions }) => {
      const sorted = conditions.toSorted((a, b) => a.efficiency - b.efficiency)
      return { arm, sorted, median: middle(sorted.map(({ efficiency }) => efficiency)) }
    })
  const summary =
    arms.length === 0
      ? 'No condition of this run has a wire limit and valid samples yet.'
      : `Median of the conditions: ${arms.map(({ arm, median }) => `${armLabel(arm)} ${share(median)}`).join(', ')} of what the wire allows.`
  const counted = data.arms.map(({ arm, conditions, leftOut }) => ({ arm, n: conditions.length, leftOut }))
  const base = {
    width,
    height: arms.length === 0 ? EMPTY_HEIGHT : TOP + arms.length * ROW + BOTTOM,
    summary,
    note: `Conditions: ${counted.length === 0 ? 'none' : countsNote(counted)}. Lines are medians of the conditions; 100 % is the smallest ${data.metric} that handshakes, round trips and rate of the link allow.`,
    table: {
      columns: ['condition', 'arm', 'efficiency', 'limit (ms)', `median ${data.metric} (ms)`, 'n'],
      rows: arms.flatMap(({ arm, sorted }) =>
        sorted.map(({ label, efficiency, limitMs, medianMs, n }) => [
          label,
          armLabel(arm),
          efficiency,
          limitMs,
          medianMs,
          n,
        ]),
      ),
    },
  }
  if (arms.length === 0) return emptyChart(base, options)

  const box = { left: 1, right: width - 22, top: TOP, bottom: TOP + arms.length * ROW }
  const most = Math.max(1, ...arms.map(({ sorted }) => sorted.at(-1)?.efficiency ?? 0))
  const x = scaleLinear([0, most], [box.left, box.right])
  const y = (row: number) => box.top + row * ROW + 32
  return {
    ...base,
    svg: frame(
      { ...options, ...base },
      bottomAxis(
        x.ticks(5).map((tick) => ({ at: x(tick), label: `${Math.round(100 * tick)} %` })),
        `wire limit over median ${data.metric} →`,
        box,
        true,
      ),
      arms.map(({ arm, sorted, median }, row) => [
        h('text', { class: 'row-label strong', x: box.left, y: y(row) - 14 }, armLabel(arm)),
        h('line', {
          class: `median-line ${armClass(arm)}`,
          x1: x(median),
          x2: x(median),
          y1: y(row) - 10,
          y2: y(row) + 10,
        }),
        sorted.map(({ efficiency }) =>
          shapeMark(armStyle(arm).shape, x(efficiency), y(row), 4, `dot ${armClass(arm)}`),
        ),
      ]),
    ),
    readOut: {
      nearest: 'xy',
      line: null,
      stops: arms.flatMap(({ arm, sorted }, row) =>
        sorted.map(
          ({ label, efficiency, limitMs, medianMs, n }): Stop => ({
            x: x(efficiency),
            y: y(row),
            text: `${armLabel(arm)}, ${label}: ${share(efficiency)}, ${milliseconds(limitMs)} of ${milliseconds(medianMs)}, n = ${integer(n)}`,
            dots: [{ x: x(efficiency), y: y(row), className: armClass(arm) }],
          }),
        ),
      ),
    },
  }
}

/** Median of ascending values, of which there is one at least. */
function middle(values: readonly number[]): number {
  const low = values[(values.length - 1) >> 1] ?? Number.NaN
  const high = values[values.length >> 1] ?? Number.NaN
  return (low + high) / 2
}
