import type { Verdict } from '../../server/contract/contract.ts'
import { type Child, h } from '../dom/h.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { EMPTY_HEIGHT, emptyChart } from './empty-chart.ts'
import { frame } from './frame.ts'
import { GAIN_BINS, gainBin } from './gain-bin.ts'
import { count, gain, range } from './quantity.ts'
import { fitText, textWidth } from './text-width.ts'

export interface HeatmapCell {
  readonly x: string
  readonly y: string
  readonly gain: number | null
  readonly interval: readonly [number, number] | null
  readonly verdict: Verdict | null
  readonly conditions: number
  /** Rounds. */
  readonly n: number
}

export interface HeatmapData {
  readonly measure: string
  /** What is along each side, with its unit: `round trip (ms)`. */
  readonly xLabel: string
  readonly yLabel: string
  /** In the order in which they stand. */
  readonly xs: readonly string[]
  readonly ys: readonly string[]
  readonly cells: readonly HeatmapCell[]
}

type KnownCell = HeatmapCell & { readonly gain: number }

const CELL = 46
const TOP = 84

/** Gains over two factors: the number in each cell, and a scale that goes both ways from 1. */
export function heatmapChart(data: HeatmapData, options: ChartOptions): Chart {
  const { width } = options
  const known = data.cells.flatMap((cell): KnownCell[] =>
    cell.gain === null ? [] : [{ ...cell, gain: cell.gain }],
  )
  const base = {
    width,
    height: known.length === 0 ? EMPTY_HEIGHT : TOP + data.ys.length * CELL + 24,
    summary: summarize(data, known),
    note: noteOf(data, known),
    table: tableOf(data),
  }
  if (known.length === 0) return emptyChart(base, options)
  const layout = layOut(data, width)
  return {
    ...base,
    svg: frame({ ...options, ...base }, [scaleKey(width), headings(data, layout), rows(data, layout)]),
    readOut: { nearest: 'xy', line: null, columns: data.xs.length, stops: stopsOf(data, layout) },
  }
}

function summarize({ measure, xLabel, yLabel }: HeatmapData, known: readonly KnownCell[]): string {
  const best = known.toSorted((a, b) => b.gain - a.gain)[0]
  const worst = known.toSorted((a, b) => a.gain - b.gain)[0]
  if (best === undefined || worst === undefined) return 'No condition has been measured with both arms yet.'
  const words = (cell: KnownCell) => `${gain(cell.gain)} (${xLabel} ${cell.x}, ${yLabel} ${cell.y})`
  return `${measure}: from ${words(worst)} to ${words(best)}.`
}

function noteOf({ xs, ys }: HeatmapData, known: readonly KnownCell[]): string {
  const conditions = known.reduce((sum, cell) => sum + cell.conditions, 0)
  const rounds = known.reduce((sum, cell) => sum + cell.n, 0)
  return `n = ${count(conditions, 'condition')}, ${count(rounds, 'round')}; ${count(xs.length * ys.length - known.length, 'cell')} without a gain. ● the interval excludes 1; several conditions in a cell: their geometric mean.`
}

function tableOf(data: HeatmapData): DataTable {
  return {
    columns: [data.xLabel, data.yLabel, 'gain', 'low', 'high', 'verdict', 'conditions', 'rounds'],
    rows: data.cells.map((cell) => [
      cell.x,
      cell.y,
      cell.gain,
      cell.interval?.[0] ?? null,
      cell.interval?.[1] ?? null,
      cell.verdict,
      cell.conditions,
      cell.n,
    ]),
  }
}

interface Layout {
  /** Of the cells, px. */
  readonly left: number
  readonly cellWidth: number
}

function layOut({ xs, ys }: HeatmapData, width: number): Layout {
  const left = Math.min(width * 0.3, Math.max(64, ...ys.map((label) => textWidth(label, 12) + 14)))
  return { left, cellWidth: Math.min(120, (width - left) / xs.length) }
}

function cellOf({ cells }: HeatmapData, x: string, y: string): HeatmapCell | undefined {
  return cells.find((cell) => cell.x === x && cell.y === y)
}

function headings(data: HeatmapData, { left, cellWidth }: Layout): Child {
  const right = left + cellWidth * data.xs.length
  return [
    h('text', { class: 'axis-label', x: 0, y: TOP - 26 }, `${data.yLabel} ↓`),
    h('text', { class: 'axis-label', x: right, y: TOP - 26, 'text-anchor': 'end' }, `${data.xLabel} →`),
    data.xs.map((label, column) =>
      h(
        'text',
        { class: 'tick-label', x: left + (column + 0.5) * cellWidth, y: TOP - 8, 'text-anchor': 'middle' },
        fitText(label, cellWidth, 11),
      ),
    ),
  ]
}

function rows(data: HeatmapData, { left, cellWidth }: Layout): Child {
  return data.ys.map((label, row) => [
    h(
      'text',
      { class: 'tick-label', x: left - 8, y: TOP + (row + 0.5) * CELL + 4, 'text-anchor': 'end' },
      fitText(label, left - 10, 11),
    ),
    data.xs.map((x, column) =>
      drawCell(cellOf(data, x, label), left + column * cellWidth, TOP + row * CELL, cellWidth),
    ),
  ])
}

function stopsOf(data: HeatmapData, { left, cellWidth }: Layout): readonly Stop[] {
  return data.ys.flatMap((y, row) =>
    data.xs.map((x, column) => {
      const corner = { x: left + column * cellWidth, y: TOP + row * CELL }
      return {
        x: corner.x + cellWidth / 2,
        y: corner.y + CELL / 2,
        box: { ...corner, width: cellWidth - 2, height: CELL - 2 },
        text: `${data.xLabel} ${x}, ${data.yLabel} ${y}: ${cellWords(cellOf(data, x, y))}`,
      }
    }),
  )
}

function cellWords(cell: HeatmapCell | undefined): string {
  if (cell === undefined || cell.gain === null) return 'no gain: not measured with both arms'
  const interval = cell.interval === null ? '' : `, 95 % interval ${range(cell.interval)}`
  const verdict = cell.verdict === null ? '' : `, ${cell.verdict}`
  return `gain ${gain(cell.gain)}${interval}${verdict}, ${count(cell.n, 'round')} in ${count(cell.conditions, 'condition')}`
}

function drawCell(cell: HeatmapCell | undefined, x: number, y: number, width: number) {
  const value = cell?.gain ?? null
  const bin = value === null ? 'none' : String(gainBin(value))
  const certain = cell?.verdict === 'faster' || cell?.verdict === 'slower'
  return h(
    'g',
    {},
    h('rect', { class: `gain-bin gain-bin-${bin}`, x, y, width: width - 2, height: CELL - 2 }),
    h(
      'text',
      {
        class: `in-cell on-bin-${bin}${certain ? ' certain' : ''}`,
        x: x + width / 2 - 1,
        y: y + CELL / 2 + 4,
        'text-anchor': 'middle',
      },
      value === null ? '–' : gain(value).replace('×', ''),
    ),
    certain
      ? h('circle', { class: `certain-dot on-bin-${bin}`, cx: x + width - 10, cy: y + 8, r: 2.5 })
      : null,
  )
}

function scaleKey(width: number) {
  const swatch = Math.min(54, (width - 120) / GAIN_BINS.length)
  return h(
    'g',
    { class: 'key' },
    h('text', { class: 'side', x: 0, y: 13 }, 'slower'),
    GAIN_BINS.map((words, bin) => [
      h('rect', {
        class: `gain-bin gain-bin-${bin}`,
        x: 52 + bin * swatch,
        y: 3,
        width: swatch - 1,
        height: 13,
      }),
      textWidth(words, 11) + 4 < swatch || bin === 4 || bin === 0 || bin === GAIN_BINS.length - 1
        ? h(
            'text',
            { class: 'tick-label', x: 52 + (bin + 0.5) * swatch, y: 30, 'text-anchor': 'middle' },
            textWidth(words, 11) + 4 < swatch ? words : (['½', '1', '2'][bin / 4] ?? ''),
          )
        : null,
    ]),
    h('text', { class: 'side', x: 56 + GAIN_BINS.length * swatch, y: 13 }, 'faster'),
  )
}
