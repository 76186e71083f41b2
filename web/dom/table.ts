import { type Attributes, type Child, h, type VNode } from './h.ts'

interface TableColumn {
  readonly name: string
  readonly className: string | null
}

export function texts(...names: readonly string[]): readonly TableColumn[] {
  return names.map((name) => ({ name, className: null }))
}

/** Numbers stand to the right. */
export function numbers(...names: readonly string[]): readonly TableColumn[] {
  return names.map((name) => ({ name, className: 'number' }))
}

interface TableParts {
  /** Is null where what stands above the table names it. */
  readonly caption: Child
  readonly columns: readonly TableColumn[]
  /** The first cell names its row; null is "not known". */
  readonly rows: readonly (readonly Child[])[]
}

/** A table of cells that are elements already: its tag with its classes, heads and rows. A caption may be text. */
export function tableOf(selector: string, caption: Child, heads: Child, rows: Child): VNode {
  return h(
    selector,
    typeof caption === 'string' ? h('caption', caption) : caption,
    h('thead', h('tr', heads)),
    h('tbody', rows),
  )
}

/** A table for people. */
export function table({ caption, columns, rows }: TableParts, attributes: Attributes = {}): VNode {
  return h(
    'table',
    { class: 'data', ...attributes },
    typeof caption === 'string' ? h('caption', caption) : caption,
    h(
      'thead',
      h(
        'tr',
        columns.map(({ name, className }) => h('th', { scope: 'col', class: className }, name)),
      ),
    ),
    h(
      'tbody',
      rows.map(([first = null, ...cells]) =>
        h(
          'tr',
          h('th', { scope: 'row' }, first),
          cells.map((cell, index) => h('td', { class: columns[index + 1]?.className ?? null }, cell ?? '–')),
        ),
      ),
    ),
  )
}

/** A box that scrolls sideways where it is narrower than its table; focusable, so that a keyboard can scroll it. */
export function scrolling(label: string, content: VNode): VNode {
  return h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': label }, content)
}
