import { visible } from './visible.ts'

export { csvRecord } from '../../server/http/csv.ts'

/** How a column is shown: its heading, its cell, and where its text stands. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string | number | boolean | null
  readonly align?: 'left' | 'right'
}

/** A table in plain text, two spaces between columns. Null is shown as `–`: unknown is neither 0 nor no. */
export function textTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ cell }) => shown(cell(row))))
  const widths = columns.map(({ heading }, i) =>
    cells.reduce((widest, line) => Math.max(widest, width(line[i] ?? '')), width(heading)),
  )
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, i) => pad(text, widths[i] ?? 0, columns[i]?.align ?? 'left'))
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ heading }) => heading)), ...cells.map(line)].join('\n')
}

function shown(value: string | number | boolean | null): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return visible(String(value))
}

function width(text: string): number {
  return [...text].length
}

function pad(text: string, to: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, to - width(text)))
  return align === 'right' ? space + text : text + space
}
