import { csvRecord } from '../../server/http/csv.ts'
import { visible, wrap } from './text.ts'

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
/** A name of a stranger may have hundreds of marks. */
const MOST_BREAKS = 3

/**
 * A table in plain text, two spaces between columns. Null is shown as `–`: unknown is neither 0 nor no. Within `limit`
 * characters (`tableWidth`) headings and cells are wrapped at their spaces, longer words at marks of names or cut with `…`, and
 * optional columns are left out, which a last line says. Null: no limit.
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
  return wrap(text, chars).flatMap((line) => parted(line, chars))
}

/** A word that is too long, broken after marks of names (`.`, `-`, `:`, `/`) into a few lines; what is left over is cut. */
function parted(word: string, chars: number): string[] {
  const lines: string[] = []
  let rest = word
  while (width(rest) > chars) {
    const head = [...rest].slice(0, chars).join('')
    const mark = lines.length < MOST_BREAKS ? head.match(/^.+[-.:/]/su)?.[0] : undefined
    if (mark === undefined) return [...lines, `${[...rest].slice(0, chars - 1).join('')}…`]
    lines.push(mark)
    rest = rest.slice(mark.length)
  }
  return [...lines, rest]
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

export interface ColumnNeeds {
  /** Width that shows every cell and the heading on one line each. */
  readonly wanted: number
  /** Width to be of use: below this it is not narrowed. */
  readonly least: number
  /** Whether the column may be left out where the table is too wide; `last`: after all others. */
  readonly optional: boolean | 'last'
}

/** Gap between two columns. */
const GAP_CHARS = 2

/**
 * Widths of columns for a table of at most `limit` characters; null: the column is left out. The widest is narrowed first;
 * where that is not enough, optional columns go, the last one first, those marked `last` after all others. A table whose needs are above the limit is wider.
 */
export function columnWidths(columns: readonly ColumnNeeds[], limit: number | null): (number | null)[] {
  const widths: (number | null)[] = columns.map(({ wanted }) => wanted)
  if (limit === null) return widths
  const least: (number | null)[] = columns.map(({ least }) => least)
  for (const when of [true, 'last'])
    for (let i = columns.length - 1; i >= 0 && totalOf(least) > limit; i -= 1) {
      if (columns[i]?.optional !== when) continue
      least[i] = null
      widths[i] = null
    }
  for (let excess = totalOf(widths) - limit; excess > 0; excess -= 1) {
    const widest = widestOf(widths, least)
    if (widest === null) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function totalOf(widths: readonly (number | null)[]): number {
  const shown = widths.filter((width) => width !== null)
  return shown.reduce((sum, width) => sum + width, GAP_CHARS * Math.max(0, shown.length - 1))
}

/** The index of the widest column that can be narrowed; null where none can. */
function widestOf(widths: readonly (number | null)[], least: readonly (number | null)[]): number | null {
  let found: number | null = null
  for (const [i, width] of widths.entries()) {
    if (width === null || width <= (least[i] ?? 0)) continue
    if (found === null || width > (widths[found] ?? 0)) found = i
  }
  return found
}
