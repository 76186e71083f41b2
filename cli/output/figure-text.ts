import type { Figure, FigureAnswer } from '../../figures/figure.ts'
import { shownTable } from '../../figures/shown-table.ts'
import { type CsvTable, csvLines } from '../../server/http/csv.ts'
import { textTable } from './table.ts'
import { noteWidth, wrap } from './text.ts'

/** A table as a data file in the terminal has it, with line ends of this system and none at the end. */
export function csvText(table: CsvTable): string {
  return csvLines(table, { withHeading: true }).replaceAll('\r\n', '\n').trimEnd()
}

/** A figure for people: its title, its table and its note; no line where no row is shown. */
export function figureLines<F extends Figure>(
  figure: F,
  answer: FigureAnswer<F>,
  width: number | null,
): string[] {
  const { title, note } = figure
  const text = figureTableText(figure, answer, width)
  if (text === null) return []
  const table = ['', title, '', text]
  return note === undefined ? table : [...table, '', ...wrap(note(answer, answer.rows), noteWidth(width))]
}

/** Its table alone; null where no row is shown. */
export function figureTableText<F extends Figure>(
  { columns, isShown }: F,
  answer: FigureAnswer<F>,
  width: number | null,
): string | null {
  const shown = isShown === undefined ? answer.rows : answer.rows.filter(isShown)
  if (shown.length === 0) return null
  const { headings, numeric, optional, rows } = shownTable(columns, shown)
  const cells = headings.map((heading, index) => ({
    heading,
    cell: (row: (typeof rows)[number]) => row[index] ?? null,
    align: numeric[index] === true ? ('right' as const) : ('left' as const),
    optional: optional[index] === true,
  }))
  return textTable(rows, cells, width)
}
