import { bytes, integer, share, tally } from '../../../figures/quantity.ts'
import type { Arm, CampaignComposition, CompositionRow } from '../../../server/contract/contract.ts'
import { TABLE_ROWS } from '../../../server/contract/page-sizes.ts'
import { COMPOSITION_SORTS, type CompositionSort } from '../../../server/contract/sorts.ts'
import { armLabel } from '../../charts/arm.ts'
import { campaignSource } from '../../citation/source.ts'
import { choiceOf, numberOf, sitePath } from '../../client/address.ts'
import { apiUrl } from '../../client/api.ts'
import { h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { pager, tableFiles } from '../controls/pager.ts'
import { sortHeading } from '../controls/sort-heading.ts'
import type { ViewContext } from '../view.ts'
import type { PagesData } from './page-data.ts'

/** The papers' table of sites: a row a site, to be sorted. */
export function pageTable(context: ViewContext, { campaign, arm }: PagesData): VNode {
  const { api, query } = context
  const sort = choiceOf(query, 'sort', COMPOSITION_SORTS, 'rank')
  const order = choiceOf(query, 'order', ['asc', 'desc'] as const, 'asc')
  const path = `/campaigns/${campaign.id}/composition` as const
  const asked = { arm, sort, order }
  const page = numberOf(query, 'page', 1)
  return block({
    ...context,
    what: 'the table of sites',
    size: 'large',
    load: () => api.get('composition', path, { ...asked, page, pageSize: TABLE_ROWS }),
    show: (answer) => [
      h(
        'p.note',
        `Medians of the n valid samples under ${armLabel(answer.arm)}; connections under each arm. IW: initial window, `,
        'segments. RTT: median over the page’s connections. Server and CDN: as the survey found them. –: unknown.',
      ),
      table(context, answer, { sort, order }),
      pager(context, answer),
      tableFiles(
        apiUrl(path, { ...asked, format: 'csv' }),
        apiUrl(path, { ...asked, page, pageSize: TABLE_ROWS }),
        [arm, 'composition', campaignSource(campaign).fileWords],
      ),
    ],
  })
}

interface Sorting {
  readonly sort: CompositionSort
  readonly order: 'asc' | 'desc'
}

function table(context: ViewContext, answer: CampaignComposition, sorting: Sorting): VNode {
  return h(
    'div',
    { class: 'table-scroll wide', tabindex: 0, role: 'region', 'aria-label': 'Sites' },
    h(
      'table.data.sites',
      h(
        'caption.visually-hidden',
        `${integer(answer.total)} sites, page ${answer.page}, sorted by ${sorting.sort}`,
      ),
      h('thead', headingRow(context, sorting, answer)),
      h(
        'tbody',
        answer.rows.map((row) => siteRow(row, answer.arms)),
      ),
    ),
  )
}

function headingRow(
  context: ViewContext,
  { sort, order }: Sorting,
  { arm, arms }: CampaignComposition,
): VNode {
  const heading = (
    name: CompositionSort,
    label: string,
    first: 'asc' | 'desc' = 'desc',
    className = 'number',
  ) =>
    sortHeading(context, {
      ...{ label, className, order, first },
      id: `sort-${name}`,
      sort: name === 'rank' ? null : name,
      active: sort === name,
    })
  return h(
    'tr',
    heading('domain', 'site', 'asc', 'first'),
    heading('rank', 'rank', 'asc'),
    heading('requests', 'requests'),
    heading('sizeBytes', 'size'),
    heading('domains', 'hosts'),
    heading('shareTop1', 'largest host'),
    arms.map((each) =>
      each === arm
        ? heading('connections', `connections, ${armLabel(each)}`)
        : h('th', { scope: 'col', class: 'number' }, `connections, ${armLabel(each)}`),
    ),
    heading('initialWindow', 'IW'),
    heading('rttMedianMs', 'RTT (ms)'),
    heading('server', 'server', 'asc', 'text'),
    heading('cdn', 'CDN', 'asc', 'text'),
    h('th', { scope: 'col', class: 'number' }, 'n'),
  )
}

function siteRow(row: CompositionRow, arms: readonly Arm[]): VNode {
  const number = (value: number | null | undefined, words: (value: number) => string = tally) =>
    h('td.number', value == null ? '–' : words(value))
  return h(
    'tr',
    h('th', { scope: 'row', class: 'first' }, h('a', { href: sitePath(row.domain) }, row.domain)),
    number(row.rank, integer),
    number(row.requests),
    number(row.sizeBytes, bytes),
    number(row.domains),
    number(row.shareTop1, share),
    arms.map((arm) => number(row.connections[arm])),
    number(row.initialWindow),
    number(row.rttMedianMs, (value) => value.toFixed(1)),
    h('td.text', row.server ?? '–'),
    h('td.text', row.cdn ?? '–'),
    number(row.n, integer),
  )
}
