import type { Figure, FigureAnswer } from '../../figures/figure.ts'
import { shownTable } from '../../figures/shown-table.ts'
import type { ApiQuery } from '../client/api.ts'
import { dataLinks } from '../client/api.ts'
import { type Child, h } from '../dom/h.ts'
import { scrollTable, tableFiles } from './scroll-table.ts'

/**
 * A figure that is a table, with its note and its data files; nothing where no row is shown. `path`: of its endpoint;
 * `charts` stand above the table.
 */
export function figureTable<F extends Figure>(
  figure: F,
  answer: FigureAnswer<F>,
  { path, query = {}, fileWords }: { path: string; query?: ApiQuery; fileWords: readonly string[] },
  charts: Child = null,
): Child {
  const { title, note, columns, isShown } = figure
  const shown = isShown === undefined ? answer.rows : answer.rows.filter(isShown)
  if (shown.length === 0) return null
  const { headings, rows } = shownTable(columns, shown)
  return [
    h('h2', title),
    note === undefined ? null : h('p.note', note(answer, answer.rows)),
    charts,
    scrollTable(
      title,
      headings,
      rows.map((cells) => cells.map((cell) => cell ?? '–')),
    ),
    tableFiles(dataLinks(path, query), answer.rows.length, fileWords),
  ]
}
