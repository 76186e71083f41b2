import { integer, milliseconds } from '../../../figures/quantity.ts'
import { FIELD_ARMS, FIELD_PROTOCOLS, type FieldProtocol } from '../../../model/field.ts'
import type { FieldSiteRow, FieldSites } from '../../../server/contract/contract.ts'
import { TABLE_ROWS } from '../../../server/contract/page-sizes.ts'
import { FIELD_SITE_SORTS, type FieldSiteSort } from '../../../server/contract/sorts.ts'
import { armLabel } from '../../charts/arm.ts'
import { choiceOf, fieldSitePath, numberOf } from '../../client/address.ts'
import { ANSWERS_ARE_FILES, apiUrl } from '../../client/api.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { tableOf } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { controls } from '../controls/controls.ts'
import { pager, tableFiles } from '../controls/pager.ts'
import { searchField } from '../controls/search-field.ts'
import { sortHeading } from '../controls/sort-heading.ts'
import type { ViewContext } from '../view.ts'

interface Sorting {
  readonly sort: FieldSiteSort
  readonly order: 'asc' | 'desc'
}

/** The released sites of a study, to be searched and sorted. */
export function fieldTable(context: ViewContext, list: string): Child {
  const { api, query, go, signal } = context
  const q = query.get('q') ?? ''
  const sorting: Sorting = {
    sort: choiceOf(query, 'sort', FIELD_SITE_SORTS, 'site'),
    order: choiceOf(query, 'order', ['asc', 'desc'] as const, 'asc'),
  }
  const asked = { q: q || null, ...sorting, list }
  const page = numberOf(query, 'page', 1)
  return [
    h('h2', 'Released sites'),
    ANSWERS_ARE_FILES
      ? null
      : controls(
          'Which sites',
          searchField({
            id: 'q',
            label: 'search',
            value: q,
            hint: 'part of a name',
            signal,
            search: (text) => go({ q: text, page: null }, true),
          }),
        ),
    block({
      ...context,
      what: 'the released sites',
      size: 'large',
      load: () => api.get('fieldSites', '/field/sites', { ...asked, page, pageSize: TABLE_ROWS }),
      show: (answer) => [
        table(context, answer, sorting),
        pager(context, answer),
        tableFiles(
          apiUrl('/field/sites', { ...asked, format: 'csv' }),
          apiUrl('/field/sites', { ...asked, page, pageSize: TABLE_ROWS }),
          ['field-sites', answer.list, answer.week],
        ),
      ],
    }),
  ]
}

function table(context: ViewContext, answer: FieldSites, sorting: Sorting): Child {
  if (answer.total === 0) {
    return h('p.nothing', 'No released site matches. A shorter search may find some.')
  }
  // A page beyond the last: the pager says so.
  if (answer.rows.length === 0) return null
  const heading = (sort: FieldSiteSort, label: string, className: string) =>
    sortHeading(context, {
      label,
      className,
      id: `sort-${sort.replace(/\W/g, '-')}`,
      order: sorting.order,
      sort: sort === 'site' ? null : sort,
      active: sorting.sort === sort,
      first: sort === 'contributors' ? 'desc' : 'asc',
    })
  return h(
    'div',
    { class: 'table-scroll wide', tabindex: 0, role: 'region', 'aria-label': 'Released sites' },
    tableOf(
      'table.data.sites',
      h(
        'caption.visually-hidden',
        `${integer(answer.total)} released sites, page ${answer.page}, sorted by ${sorting.sort}`,
      ),
      [
        heading('site', 'rank', 'number'),
        heading('domain', 'site', 'first'),
        heading('contributors', 'contributors', 'number'),
        FIELD_PROTOCOLS.map((protocol) =>
          heading(protocol, `${armLabel(FIELD_ARMS[protocol])}: median load`, 'number'),
        ),
      ],
      answer.rows.map((row) => siteRow(row, answer.list)),
    ),
  )
}

function siteRow(row: FieldSiteRow, list: string | null): VNode {
  const href = `${fieldSitePath(row.domain)}${list === null ? '' : `?list=${encodeURIComponent(list)}`}`
  return h(
    'tr',
    h('td.number', integer(row.site + 1)),
    h('th', { scope: 'row', class: 'first' }, h('a', { href }, row.domain)),
    h('td.number', integer(row.contributors)),
    FIELD_PROTOCOLS.map((protocol) => protocolCell(row, protocol)),
  )
}

function protocolCell({ protocols }: FieldSiteRow, protocol: FieldProtocol): VNode {
  const curve = protocols[protocol]
  if (curve === undefined) return h('td.number.quiet', 'not enough data')
  return h(
    'td.number',
    milliseconds(curve.medianMs),
    h('span.quiet', `, n = ${integer(curve.contributors)}${curve.frozenSince === null ? '' : ', frozen'}`),
  )
}
