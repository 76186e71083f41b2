import { count } from '../../figures/quantity.ts'
import { type Child, h } from '../dom/h.ts'
import type { Chart, ChartOptions, DataTable, Stop } from './chart.ts'
import { drawnChart, emptyChart } from './drawn-chart.ts'
import { heatKey } from './heat-key.ts'
import { type HeatLayout, heatLayout, ROW } from './heat-layout.ts'
import type { HeatScale } from './heat-scale.ts'
import { fitText, textWidth, wrapText } from './text-width.ts'

export interface HeatmapCell {
  /** Keys of its row and its column. */
  readonly row: string
  readonly column: string
  /** A value on the scale; null: not measured. */
  readonly value: number | null
  readonly interval: readonly [number, number] | null
  /** Says in a word whether a difference was shown. */
  readonly result: string | null
  /** A difference was shown: the interval excludes none. */
  readonly certain: boolean
  readonly conditions: number
  readonly n: number
}

export interface HeatmapRow {
  readonly key: string
  /** Names what several rows have in common, above them. Null: nothing. */
  readonly group: string | null
  /** Empty where the group says all. */
  readonly label: string
}

export interface HeatmapData {
  readonly scale: HeatScale
  /** Name of the values: `gain in page load time`. */
  readonly measure: string
  /** Name of each side, with its unit: `round trip (ms)`. */
  readonly xLabel: string
  readonly yLabel: string
  /** Columns are keys and labels at once, in the order in which they stand. */
  readonly columns: readonly string[]
  readonly rows: readonly HeatmapRow[]
  readonly cells: readonly HeatmapCell[]
}

type KnownCell = HeatmapCell & { readonly value: number }

/** Values over two factors: the number and its interval in each square, on a scale that goes both ways. */
export function heatmapChart(data: HeatmapData, options: ChartOptions): Chart {
  const { width } = options
  const known = data.cells.flatMap((cell): KnownCell[] =>
    cell.value === null ? [] : [{ ...cell, value: cell.value }],
  )
  const layout = heatLayout(data, width)
  const words = { summary: summarize(data, known), note: noteOf(data, known), table: tableOf(data) }
  if (known.length === 0) return emptyChart(words, options)
  return drawnChart(words, options, {
    height: layout.bottom + 8,
    marks: [
      heatKey(data.scale, width),
      headings(data, layout),
      data.rows.map((row, i) => drawRow(data, layout, row, i)),
    ],
    readOut: { nearest: 'xy', line: null, columns: data.columns.length, stops: stopsOf(data, layout) },
  })
}

function rowWords({ group, label }: HeatmapRow): string {
  return [group, label].filter((part) => part !== null && part !== '').join(', ')
}

function placeWords(data: HeatmapData, row: string, column: string): string {
  const found = data.rows.find(({ key }) => key === row)
  const across = column === '' ? '' : `${data.xLabel} ${column}`
  return [found === undefined ? '' : rowWords(found), across].filter((part) => part !== '').join(', ')
}

function summarize(data: HeatmapData, known: readonly KnownCell[]): string {
  const most = known.toSorted((a, b) => b.value - a.value)[0]
  const least = known.toSorted((a, b) => a.value - b.value)[0]
  if (most === undefined || least === undefined) return 'No condition has been measured with both arms.'
  const words = (cell: KnownCell) =>
    `${data.scale.write(cell.value)} (${placeWords(data, cell.row, cell.column)})`
  return `${data.measure}: from ${words(least)} to ${words(most)}.`
}

function noteOf({ scale, rows, columns }: HeatmapData, known: readonly KnownCell[]): string {
  const conditions = known.reduce((sum, cell) => sum + cell.conditions, 0)
  const rounds = known.reduce((sum, cell) => sum + cell.n, 0)
  const missing = rows.length * columns.length - known.length
  const parts = [
    `n = ${count(conditions, 'condition')}, ${count(rounds, 'round')}`,
    missing === 0 ? null : `${count(missing, 'square')} without a value`,
  ]
  const pooled = known.some((cell) => cell.conditions > 1)
    ? ` Of several conditions in a square: their ${scale.pooledBy}, without an interval.`
    : ''
  return `${parts.filter((part) => part !== null).join('; ')}. Below each ${scale.name} its 95 % interval, where there is room; ● the interval excludes ${scale.noDifference}.${pooled}`
}

function tableOf(data: HeatmapData): DataTable {
  const { scale, yLabel, xLabel, rows, columns } = data
  return {
    columns: [yLabel, xLabel, scale.name, 'low', 'high', 'result', 'conditions', 'rounds'],
    rows: rows.flatMap((row) =>
      columns.map((column) => {
        const cell = cellOf(data, row.key, column)
        return [
          ...[rowWords(row), column, cell?.value ?? null],
          ...[cell?.interval?.[0] ?? null, cell?.interval?.[1] ?? null, cell?.result ?? null],
          ...[cell?.conditions ?? 0, cell?.n ?? 0],
        ]
      }),
    ),
  }
}

function cellOf({ cells }: HeatmapData, row: string, column: string): HeatmapCell | undefined {
  return cells.find((cell) => cell.row === row && cell.column === column)
}

function headings(data: HeatmapData, { left, top, cellWidth }: HeatLayout): Child {
  const right = left + cellWidth * data.columns.length
  // A label of narrow columns has the room of several.
  const widest = Math.max(...data.columns.map((label) => textWidth(label, 11)))
  const every = cellWidth < 30 ? Math.ceil(Math.min(widest + 6, 60) / cellWidth) : 1
  return [
    h('text', { class: 'axis-label', x: 0, y: top - 26 }, `${data.yLabel} ↓`),
    data.xLabel === ''
      ? null
      : h('text', { class: 'axis-label', x: right, y: top - 26, 'text-anchor': 'end' }, `${data.xLabel} →`),
    data.columns.map((label, column) =>
      column % every === 0
        ? h(
            'text',
            {
              class: 'tick-label',
              x: left + (column + 0.5) * cellWidth,
              y: top - 8,
              'text-anchor': 'middle',
            },
            fitText(label, cellWidth * every, 11),
          )
        : null,
    ),
  ]
}

function drawRow(data: HeatmapData, layout: HeatLayout, row: HeatmapRow, i: number): Child {
  const { left, cellWidth, width } = layout
  const y = layout.rowTop[i] ?? 0
  return [
    layout.opensGroup[i]
      ? h('text', { class: 'row-label strong', x: 0, y: y - 7 }, fitText(row.group ?? '', width))
      : null,
    row.label === ''
      ? null
      : rowLines(row.label, left - 8).map((line, n, lines) =>
          h(
            'text',
            {
              class: 'tick-label',
              x: left - 8,
              y: y + ROW / 2 + 4 + (n - (lines.length - 1) / 2) * 13,
              'text-anchor': 'end',
            },
            line,
          ),
        ),
    data.columns.map((column, at) =>
      drawCell(data.scale, cellOf(data, row.key, column), left + at * cellWidth, y, cellWidth),
    ),
  ]
}

/** Breaks a label into as many lines as a row has room for. */
function rowLines(label: string, width: number): readonly string[] {
  const lines = wrapText(label, width, 11)
  const shown = lines.length <= 3 ? lines : [...lines.slice(0, 2), lines.slice(2).join(' ')]
  return shown.map((line) => fitText(line, width, 11))
}

function stopsOf(data: HeatmapData, { left, cellWidth, rowTop }: HeatLayout): readonly Stop[] {
  return data.rows.flatMap((row, i) =>
    data.columns.map((column, at) => {
      const corner = { x: left + at * cellWidth, y: rowTop[i] ?? 0 }
      return {
        x: corner.x + cellWidth / 2,
        y: corner.y + ROW / 2,
        box: { ...corner, width: cellWidth - 2, height: ROW - 2 },
        text: `${placeWords(data, row.key, column)}: ${cellWords(data.scale, cellOf(data, row.key, column))}`,
      }
    }),
  )
}

function cellWords(scale: HeatScale, cell: HeatmapCell | undefined): string {
  if (cell === undefined || cell.value === null) return `no ${scale.name}: not measured with both arms`
  const interval = cell.interval === null ? '' : `, 95 % interval ${scale.writeRange(cell.interval)}`
  const result = cell.result === null ? '' : `, ${cell.result}`
  const conditions = cell.conditions === 1 ? '' : ` in ${count(cell.conditions, 'condition')}`
  return `${scale.name} ${scale.write(cell.value)}${interval}${result}, ${count(cell.n, 'round')}${conditions}`
}

function drawCell(scale: HeatScale, cell: HeatmapCell | undefined, x: number, y: number, width: number) {
  const value = cell?.value ?? null
  const bin = value === null ? 'none' : String(scale.binOf(value))
  const certain = cell?.certain ?? false
  const limits = cell?.interval == null ? '' : scale.writeRange(cell.interval)
  const hasRoom = limits !== '' && textWidth(limits, 10) + 4 <= width
  const middle = x + width / 2 - 1
  const written = value === null ? '–' : scale.write(value).replace('×', '')
  const size = [13, 10].find((px) => textWidth(written, px) <= width) ?? null
  return h(
    'g',
    h('rect', { class: `gain-bin gain-bin-${bin}`, x, y, width: width - 2, height: ROW - 2 }),
    // A square without room for the number leaves it to the read-out and the table.
    size === null
      ? null
      : h(
          'text',
          {
            class: `${size === 13 ? 'in-cell' : 'in-cell-small'} on-bin-${bin}${certain ? ' certain' : ''}`,
            x: middle,
            y: y + ROW / 2 + (hasRoom ? -2 : 4),
            'text-anchor': 'middle',
          },
          written,
        ),
    hasRoom
      ? h(
          'text',
          { class: `in-cell-range on-bin-${bin}`, x: middle, y: y + ROW / 2 + 13, 'text-anchor': 'middle' },
          limits,
        )
      : null,
    certain
      ? h('circle', {
          class: `certain-dot on-bin-${bin}`,
          cx: x + width - (width < 40 ? 6 : 10),
          cy: y + 8,
          r: 2.5,
        })
      : null,
  )
}
