import { scaleLinear } from 'd3-scale'
import { integer, milliseconds, share } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import { armClass, armLabel, armStyle } from './arm.ts'
import { bottomAxis, type Scale } from './axis.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { countsNote } from './counts-note.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { shapeMark } from './shape.ts'

interface EfficientCondition {
  /** Its levels of the factors that were varied: `round trip (ms) 100, page B`. */
  readonly label: string
  /** Limit over median; 1: the loads are as fast as the wire allows. */
  readonly efficiency: number
  readonly limitMs: number
  readonly medianMs: number
  /** Loads. */
  readonly n: number
}

interface EfficiencyArm {
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

interface DrawnArm {
  readonly arm: string
  /** Conditions by efficiency, ascending. */
  readonly conditions: readonly EfficientCondition[]
  readonly median: number
}

const ROW = 50
const TOP = 8
const BOTTOM = 42

/** Draws how near the loads come to what the wire allows: a row an arm, a mark a condition, a line at their median. */
export function efficiencyDotsChart(data: EfficiencyData, options: ChartOptions): Chart {
  const arms = drawnArms(data)
  const box = { left: 1, right: options.width - 22, top: TOP, bottom: TOP + arms.length * ROW }
  const words = { summary: summarize(arms), note: noteOf(data), table: tableOf(data, arms) }
  if (arms.length === 0) return emptyChart(words, options)
  const most = Math.max(1, ...arms.map(({ conditions }) => conditions.at(-1)?.efficiency ?? 0))
  const x = scaleLinear([0, most], [box.left, box.right])
  return drawnChart(words, options, {
    height: box.bottom + BOTTOM,
    marks: [
      bottomAxis(
        x.ticks(5).map((tick) => ({ position: x(tick), label: `${Math.round(100 * tick)} %` })),
        `wire limit over median ${data.metric} →`,
        box,
        true,
      ),
      arms.map((arm, row) => drawArm(arm, x, box.left, rowY(row))),
    ],
    readOut: {
      nearest: 'xy',
      line: null,
      stops: arms.flatMap(({ arm, conditions }, row) =>
        conditions.map((condition) => stopAt(arm, condition, x, rowY(row))),
      ),
    },
  })
}

function drawnArms(data: EfficiencyData): readonly DrawnArm[] {
  return data.arms
    .filter(({ conditions }) => conditions.length > 0)
    .map(({ arm, conditions }) => {
      const sorted = conditions.toSorted((a, b) => a.efficiency - b.efficiency)
      return { arm, conditions: sorted, median: middle(sorted.map(({ efficiency }) => efficiency)) }
    })
}

function summarize(arms: readonly DrawnArm[]): string {
  if (arms.length === 0) return 'No condition of this run has a wire limit and valid samples yet.'
  const medians = arms.map(({ arm, median }) => `${armLabel(arm)} ${share(median)}`)
  return `Median of the conditions: ${medians.join(', ')} of what the wire allows.`
}

function noteOf({ arms, metric }: EfficiencyData): string {
  const counts = arms.map(({ arm, conditions, leftOut }) => ({ arm, n: conditions.length, leftOut }))
  return `Conditions: ${counts.length === 0 ? 'none' : countsNote(counts)}. Lines are medians of the conditions; 100 % is the smallest ${metric} that handshakes, round trips and rate of the link allow.`
}

function tableOf({ metric }: EfficiencyData, arms: readonly DrawnArm[]): DataTable {
  return {
    columns: ['condition', 'arm', 'efficiency', 'limit (ms)', `median ${metric} (ms)`, 'n'],
    rows: arms.flatMap(({ arm, conditions }) =>
      conditions.map(({ label, efficiency, limitMs, medianMs, n }) => [
        label,
        armLabel(arm),
        efficiency,
        limitMs,
        medianMs,
        n,
      ]),
    ),
  }
}

function rowY(row: number): number {
  return TOP + row * ROW + 32
}

function drawArm({ arm, conditions, median }: DrawnArm, x: Scale, left: number, y: number): Child {
  return [
    h('text', { class: 'row-label strong', x: left, y: y - 14 }, armLabel(arm)),
    h('line', {
      class: `median-line ${armClass(arm)}`,
      x1: x(median),
      x2: x(median),
      y1: y - 10,
      y2: y + 10,
    }),
    conditions.map(({ efficiency }) =>
      shapeMark(armStyle(arm).shape, x(efficiency), y, 4, `dot ${armClass(arm)}`),
    ),
  ]
}

function stopAt(
  arm: string,
  { label, efficiency, limitMs, medianMs, n }: EfficientCondition,
  x: Scale,
  y: number,
): Stop {
  return {
    x: x(efficiency),
    y,
    text: `${armLabel(arm)}, ${label}: ${share(efficiency)}, ${milliseconds(limitMs)} of ${milliseconds(medianMs)}, n = ${integer(n)}`,
    dots: [{ x: x(efficiency), y, className: armClass(arm) }],
  }
}

/** Median of ascending values, of which there is one at least. */
function middle(values: readonly number[]): number {
  const low = values[(values.length - 1) >> 1] ?? Number.NaN
  const high = values[values.length >> 1] ?? Number.NaN
  return (low + high) / 2
}
