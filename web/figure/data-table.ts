import type { DataTable } from '../charts/chart.ts'
import { h, type VNode } from '../dom/h.ts'
import { scrolling, tableOf } from '../dom/table.ts'

const MAX_ROWS = 500

/** The numbers behind a chart. Long ones are cut, and say so: all of them are behind the links. */
export function dataTable(table: DataTable, caption: string): VNode {
  const rows = table.rows.slice(0, MAX_ROWS)
  return scrolling(
    `${caption}: data`,
    tableOf(
      'table.data',
      rows.length < table.rows.length ? `First ${MAX_ROWS} of ${table.rows.length} rows` : caption,
      table.columns.map((name) => h('th', { scope: 'col' }, name)),
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
  )
}

function cell(value: string | number | null): string {
  if (value === null) return '–'
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : value
}
