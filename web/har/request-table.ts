import { bytes, count, milliseconds } from '../../figures/quantity.ts'
import { h, type VNode } from '../dom/h.ts'
import { renderHtml } from '../dom/render.ts'
import { type Arrangement, arrangedRows } from './arranged-rows.ts'
import { armOf, protocolWord } from './protocol-words.ts'
import type { RequestRow } from './request-row.ts'

/** Rows drawn at first: a browser takes long for tens of thousands. */
const MOST_DRAWN = 1_000

interface RequestColumn {
  readonly by: keyof RequestRow
  readonly heading: string
  readonly isNumber?: true
  readonly cell: (row: RequestRow) => VNode | string
}

const orUnknown = (value: number | null, text: (value: number) => string) =>
  value === null ? '–' : text(value)

const COLUMNS: readonly RequestColumn[] = [
  { by: 'number', heading: 'No.', isNumber: true, cell: ({ number }) => String(number) },
  { by: 'url', heading: 'Address', cell: ({ url }) => shortened(url) },
  { by: 'protocol', heading: 'Protocol', cell: ({ protocol }) => protocolCell(protocol) },
  {
    by: 'status',
    heading: 'Status',
    isNumber: true,
    cell: ({ status }) => (status ? String(status) : 'none'),
  },
  { by: 'mimeType', heading: 'Type', cell: ({ mimeType }) => mimeType || '–' },
  { by: 'sizeBytes', heading: 'Size', isNumber: true, cell: ({ sizeBytes }) => orUnknown(sizeBytes, bytes) },
  {
    by: 'startMs',
    heading: 'Start',
    isNumber: true,
    cell: ({ startMs }) => orUnknown(startMs, milliseconds),
  },
  { by: 'timeMs', heading: 'Time', isNumber: true, cell: ({ timeMs }) => orUnknown(timeMs, milliseconds) },
]

/** Every request of a load, sorted by a click on a heading and filtered by text. */
export function requestTable(rows: readonly RequestRow[], document: Document): HTMLElement {
  let arrangement: Arrangement = { by: 'number', descending: false, filter: '' }
  let most = MOST_DRAWN
  const root = renderHtml(frame(), document)
  const element = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector) as T
  const show = () => {
    const found = arrangedRows(rows, arrangement)
    element('thead').replaceChildren(renderHtml(headings(arrangement, sortBy), document))
    element('tbody').replaceChildren(
      ...found.slice(0, most).map((row) => renderHtml(tableRow(row), document)),
    )
    element('.found').textContent =
      `${count(found.length, 'request')}${found.length > most ? `, ${most} drawn` : ''}`
    element('.all-rows').hidden = found.length <= most
  }
  const sortBy = (by: keyof RequestRow) => {
    arrangement = { ...arrangement, by, descending: arrangement.by === by && !arrangement.descending }
    show()
    element(`[data-by="${by}"]`).focus()
  }
  element<HTMLInputElement>('.request-filter').addEventListener('input', ({ target }) => {
    arrangement = { ...arrangement, filter: (target as HTMLInputElement).value }
    show()
  })
  element('.all-rows').addEventListener('click', () => {
    most = Number.POSITIVE_INFINITY
    show()
  })
  show()
  return root
}

function frame(): VNode {
  return h(
    'div.requests',
    h(
      'p.row',
      h('label', 'Find ', h('input', { type: 'search', class: 'request-filter', size: 24 })),
      h('span', { class: 'found quiet', role: 'status' }),
      h('button', { type: 'button', class: 'all-rows' }, 'Draw all'),
    ),
    h(
      'div',
      { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Requests' },
      h('table', h('thead'), h('tbody')),
    ),
  )
}

function headings({ by, descending }: Arrangement, sortBy: (by: keyof RequestRow) => void): VNode {
  return h(
    'tr',
    COLUMNS.map((column) =>
      h(
        'th',
        {
          scope: 'col',
          class: column.isNumber && 'number',
          'aria-sort': column.by === by ? (descending ? 'descending' : 'ascending') : null,
        },
        h(
          'button',
          { type: 'button', class: 'sort', 'data-by': column.by, onclick: () => sortBy(column.by) },
          `${column.heading}${column.by === by ? (descending ? ' ↓' : ' ↑') : ''}`,
        ),
      ),
    ),
  )
}

function tableRow(row: RequestRow): VNode {
  return h(
    'tr',
    COLUMNS.map(({ by, isNumber, cell }) =>
      h('td', { class: isNumber && 'number', title: by === 'url' ? row.url : null }, cell(row)),
    ),
  )
}

function protocolCell(protocol: string | null): VNode | string {
  if (protocol === null) return 'unknown'
  return h('span', { class: `arm-name arm-${armOf(protocol) ?? 'other'}` }, protocolWord(protocol))
}

const LONGEST = 80

function shortened(url: string): string {
  return url.length <= LONGEST ? url : `${url.slice(0, LONGEST - 25)}…${url.slice(-24)}`
}
