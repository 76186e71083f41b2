import type { DataTable } from '../charts/chart.ts'
import { h, type VNode } from '../dom/h.ts'

const MAX_ROWS = 500

/** The numbers behind a chart. Long ones are cut, and say so: all of them are behind the links. */
export function dataTable(table: DataTable, caption: string): VNode {
  const rows = table.rows.slice(0, MAX_ROWS)
  return h(
    'div',
    // Focusable, so that a keyboard can scroll it.
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': `${caption}: data` },
    h(
      'table.data',
      h(
        'caption',
        rows.length < table.rows.length ? `First ${MAX_ROWS} of ${table.rows.length} rows` : caption,
      ),
      h(
        'thead',
        h(
          'tr',
          table.columns.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        rows.map((row) =>
          h(
            'tr',
            row.map((value, i) =>
              h(
                i === 0 ? 'th' : 'td',
                {
                  scope: i === 0 ? 'row' : null,
                  class: typeof value === 'number' ? 'number' : null,
                },
                cell(value),
              ),
            ),
          ),
        ),
      ),
    ),
  )
}

function cell(value: string | number | null): string {
  if (value === null) return '–'
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : value
}
