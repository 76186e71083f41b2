import { scaleLog } from 'd3-scale'
import { count, gain, integer, range } from '../../figures/quantity.ts'
import type { Verdict } from '../../server/contract/contract.ts'
import { h, type VNode } from '../dom/h.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { type GainAxis, gainAxis } from './gain-axis.ts'
import { shapeMark } from './shape.ts'
import { fitText } from './text-width.ts'
import { VERDICTS, verdictStyle } from './verdict.ts'

export interface GainRow {
  readonly name: string
  /** Is null for no valid rounds. */
  readonly gain: number | null
  /** Is null for too few rounds. */
  readonly interval: readonly [number, number] | null
  /** Null where nothing can be compared. */
  readonly verdict: Verdict | null
  /** Rounds. */
  readonly n: number
  /** Samples; null where the source does not say. */
  readonly leftOut: number | null
  /** Page of the site, which its row opens. */
  readonly href?: string
}

export interface GainDotsData {
  /** Worded as on the axis: `gain of HTTP/3 over HTTP/1.1 in page load time`. */
  readonly measure: string
  /** A row stands for one of these. Default `site`. */
  readonly each?: 'site' | 'protocol' | 'check'
  readonly rows: readonly GainRow[]
}

type DrawnRow = GainRow & { readonly gain: number; readonly verdict: Verdict }

/** A row is a link: 24 px high at least (WCAG 2.2, 2.5.8). */
const ROW = 24
/** A name stands above its dot on a narrow page. */
const NARROW_ROW = 36
const TOP = 34
const BOTTOM = 44

/** Gains with their intervals on a log scale, one row a site, and a line where there is no difference. */
export function gainDotsChart(data: GainDotsData, options: ChartOptions): Chart {
  const rows = data.rows.flatMap((row): DrawnRow[] =>
    row.gain === null || row.verdict === null ? [] : [{ ...row, gain: row.gain, verdict: row.verdict }],
  )
  const layout = layOut(rows, options.width)
  const words = { summary: summarize(data, rows), note: noteOf(data, rows), table: tableOf(data) }
  if (rows.length === 0) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.box.bottom + BOTTOM,
    marks: [gainAxis(data.measure, layout), rows.map((row, i) => drawRow(row, layout, i))],
    readOut: { nearest: 'y', line: null, stops: rows.map((row, i) => stopAt(row, layout, i)) },
  })
}

function summarize({ measure, each = 'site' }: GainDotsData, rows: readonly DrawnRow[]): string {
  if (rows.length === 0) return `No ${each} has rounds of both arms, so there is no ${measure}.`
  const counts = VERDICTS.flatMap((verdict) => {
    const found = rows.filter((row) => row.verdict === verdict).length
    return found === 0 && verdict === 'too few rounds'
      ? []
      : `${integer(found)} ${verdictStyle(verdict).words}`
  })
  return `${counts.join(', ')}.`
}

function noteOf(data: GainDotsData, rows: readonly DrawnRow[]): string {
  const rounds = rows.reduce((sum, row) => sum + row.n, 0)
  const leftOut = data.rows.reduce((sum, row) => sum + (row.leftOut ?? 0), 0)
  const missing = data.rows.length - rows.length
  const { each = 'site' } = data
  const parts = [
    `n = ${count(rows.length, each)}, ${count(rounds, 'round')}`,
    data.rows.some((row) => row.leftOut !== null) ? `${count(leftOut, 'sample')} left out` : null,
    missing > 0 ? `${count(missing, each)} without a gain` : null,
  ]
  return `${parts.filter((part) => part !== null).join('; ')}. Bars are 95 % intervals.`
}

function tableOf({ rows, each = 'site' }: GainDotsData): DataTable {
  return {
    columns: [each, 'gain', 'low', 'high', 'verdict', 'rounds', 'samples left out'],
    rows: rows.map((row) => [
      row.name,
      row.gain,
      row.interval?.[0] ?? null,
      row.interval?.[1] ?? null,
      row.verdict === null ? null : verdictStyle(row.verdict).words,
      row.n,
      row.leftOut,
    ]),
  }
}

interface Layout extends GainAxis {
  readonly width: number
  readonly rowHeight: number
  readonly y: (row: number) => number
}

function layOut(rows: readonly DrawnRow[], width: number): Layout {
  const wide = width >= 560
  const rowHeight = wide ? ROW : NARROW_ROW
  const box = {
    left: wide ? Math.min(220, Math.round(width * 0.36)) : 8,
    right: width - (wide ? 150 : 52),
    top: TOP,
    bottom: TOP + rows.length * rowHeight,
  }
  const ends = rows.flatMap((row) => [row.gain, ...(row.interval ?? [])])
  const x = scaleLog([Math.min(0.9, ...ends) / 1.04, Math.max(1.12, ...ends) * 1.04], [box.left, box.right])
  const [low = 1, high = 1] = x.domain()
  const y = (row: number) => box.top + (row + (wide ? 0.5 : 0.72)) * rowHeight
  return { width, wide, rowHeight, box, x, y, gains: [low, high] }
}

function drawRow(row: DrawnRow, { width, wide, box, x, ...layout }: Layout, i: number): VNode {
  const style = verdictStyle(row.verdict)
  const y = layout.y(i)
  const words = wide && row.interval ? `${gain(row.gain)} (${range(row.interval)})` : gain(row.gain)
  return h(
    'g',
    { class: `gain-row ${style.className}` },
    h(
      'text',
      { class: 'row-label', x: 0, y: y + (wide ? 4 : -9) },
      fitText(row.name, wide ? box.left - 12 : box.right),
    ),
    row.interval
      ? h('line', { class: 'interval', x1: x(row.interval[0]), x2: x(row.interval[1]), y1: y, y2: y })
      : null,
    shapeMark(style.shape, x(row.gain), y, 4.5, 'dot'),
    h('text', { class: 'row-value', x: width, y: y + 4, 'text-anchor': 'end' }, words),
  )
}

function stopAt(row: DrawnRow, { width, rowHeight, box, x, y }: Layout, i: number): Stop {
  return {
    x: x(row.gain),
    y: y(i),
    box: { x: 0, y: box.top + i * rowHeight, width, height: rowHeight },
    href: row.href ?? null,
    text: `${row.name}: gain ${gain(row.gain)}${row.interval ? `, 95 % interval ${range(row.interval)}` : ''}, ${verdictStyle(row.verdict).words}, ${count(row.n, 'round')}${row.leftOut === null ? '' : `, ${count(row.leftOut, 'sample')} left out`}`,
  }
}
