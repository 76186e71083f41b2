import { csvRecord } from '../../server/http/csv.ts'
import { columnWidths, GAP_CHARS } from './column-widths.ts'
import { visible } from './visible.ts'
import { wrap } from './wrap.ts'

export { csvRecord }

/** A column says what its heading is, what its cells are, and where their text stands. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string | number | boolean | null
  readonly align?: 'left' | 'right'
  /** Left out where the table would be wider than the terminal; `last`: after all others. */
  readonly optional?: boolean | 'last'
  /** The column's name in CSV; default: the heading. */
  readonly csv?: string
}

/** Text columns are not made narrower than this; */
const LEAST_TEXT_CHARS = 10
/** the first of them, which says what a row is about, not than this. */
const LEAST_NAME_CHARS = 24

/**
 * A table in plain text, two spaces between columns. Null is shown as `–`: unknown is neither 0 nor no. Within `limit`
 * characters (`tableWidth`) headings and cells are wrapped at their spaces, longer words are cut with `…`, and optional
 * columns are left out, which a last line says. Null: no limit.
 */
export function textTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  limit: number | null = null,
): string {
  const cells = rows.map((row) => columns.map(({ cell }) => shown(cell(row))))
  const nameColumn = columns.findIndex(({ align }) => align !== 'right')
  const widths = columnWidths(
    columns.map(({ heading, align, optional }, i) => {
      const texts = cells.map((line) => line[i] ?? '')
      const longestWord = longest(texts.flatMap((text) => text.split(/ (?!%$)/)))
      const leastText = i === nameColumn ? LEAST_NAME_CHARS : LEAST_TEXT_CHARS
      return {
        wanted: longest([heading, ...texts]),
        // A number is never cut, nor parted from its percent sign.
        least: Math.max(
          longest(heading.split(' ')),
          align === 'right' ? longestWord : Math.min(longest(texts), leastText),
        ),
        optional: optional ?? false,
      }
    }),
    limit,
  )
  const line = (texts: readonly string[]): string => {
    const boxes = texts.flatMap((text, i) => {
      const chars = widths[i]
      return chars == null ? [] : [{ lines: boxed(text, chars), chars, align: columns[i]?.align ?? 'left' }]
    })
    const height = boxes.reduce((most, { lines }) => Math.max(most, lines.length), 1)
    return Array.from({ length: height }, (_, n) =>
      boxes
        .map(({ lines, chars, align }) => pad(lines[n] ?? '', chars, align))
        .join(' '.repeat(GAP_CHARS))
        .trimEnd(),
    ).join('\n')
  }
  const table = [line(columns.map(({ heading }) => heading)), ...cells.map(line)].join('\n')
  const leftOut = columns.filter((_, i) => widths[i] === null).map(({ heading }) => heading)
  if (leftOut.length === 0 || limit === null) return table
  return [table, ...wrap(`not shown for lack of width: ${leftOut.join(', ')}`, limit)].join('\n')
}

/** The heading line and a line for each row, as CSV; headings are plain words. */
export function* csvLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Iterable<string> {
  const headings = columns.map(({ heading, csv }) => csv ?? heading)
  yield headings.join(',')
  for (const row of rows)
    yield csvRecord(
      columns.map(({ cell }) => cell(row)),
      headings,
    )
}

function shown(value: string | number | boolean | null): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return visible(String(value))
}

function boxed(text: string, chars: number): string[] {
  if (width(text) <= chars) return [text]
  return wrap(text, chars).map((line) =>
    width(line) <= chars ? line : `${[...line].slice(0, chars - 1).join('')}…`,
  )
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, width(text)), 0)
}

function width(text: string): number {
  return [...text].length
}

function pad(text: string, to: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, to - width(text)))
  return align === 'right' ? space + text : text + space
}
