import { integer } from '../../figures/quantity.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { table, texts } from '../dom/table.ts'
import { dataFiles } from './data-files.ts'

/** Rows shown; the API has all. */
export const MAX_ROWS = 300

/** A table whose first column stays where it is while the others scroll. */
export function scrollTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): VNode {
  return scrollable(
    caption,
    table({ caption, columns: texts(...columns), rows: rows.slice(0, MAX_ROWS) }),
    rows.length > 12,
  )
}

export function scrollable(label: string, content: VNode, tall = false): VNode {
  return h(
    'div',
    {
      class: `table-scroll first-stays${tall ? ' tall' : ''}`,
      tabindex: 0,
      role: 'region',
      'aria-label': label,
    },
    content,
  )
}

/** `holds`: what the files are called where no server names them. */
export function tableFiles(
  links: { json: string; csv: string | null },
  total: number,
  holds: readonly string[],
): Child {
  return h(
    'p.files',
    total > MAX_ROWS ? `First ${MAX_ROWS} of ${integer(total)} rows; all of them: ` : 'Data: ',
    dataFiles(links, holds),
  )
}
