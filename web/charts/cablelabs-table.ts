import { type Child, h, type VNode } from '../dom/h.ts'
import { tableOf } from '../dom/table.ts'
import { gainBin } from './gain-bin.ts'

/** One cell: gains over the conditions that fall into it; null where none of them has both medians. */
interface CablelabsCell {
  readonly row: string
  readonly column: string
  readonly best: number | null
  readonly mean: number | null
  readonly worst: number | null
  /** Conditions that have both medians. */
  readonly n: number
  /** Conditions that lack one. */
  readonly leftOut: number
}

interface CablelabsTableData {
  readonly caption: string
  /** Named as along the side and along the top. */
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cells: readonly CablelabsCell[]
}

/**
 * A table of gains as cablelabs:table-5 and on are printed: best, mean and worst in each cell. The ground says by
 * how much, as in the heat map: it repeats the number and is never alone in saying it.
 */
export function cablelabsTable({ caption, rows, columns, cells }: CablelabsTableData): VNode {
  return tableOf(
    'table.cablelabs',
    caption,
    [h('td'), columns.map((name) => h('th', { scope: 'col' }, name))],
    rows.map((row) =>
      h(
        'tr',
        h('th', { scope: 'row' }, row),
        columns.map((column) =>
          h('td', content(cells.find((cell) => cell.row === row && cell.column === column))),
        ),
      ),
    ),
  )
}

function content(cell: CablelabsCell | undefined): Child {
  if (cell === undefined || cell.n === 0) return h('span.quiet', 'not measured')
  const parts = [
    ['best', cell.best],
    ['mean', cell.mean],
    ['worst', cell.worst],
  ] as const
  return [
    parts.map(([name, value]) =>
      value === null
        ? null
        : h(
            'span',
            { class: `cablelabs-gain bin-ground-${gainBin(value)}` },
            h('span.visually-hidden', `${name} `),
            value.toFixed(1),
          ),
    ),
    h('span.cablelabs-n', `n = ${cell.n}${cell.leftOut === 0 ? '' : `, ${cell.leftOut} left out`}`),
  ]
}
