import { bytes, count, gain, integer, range, tally } from '../../../figures/quantity.ts'
import { LIVE_ARMS } from '../../../model/arm.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import type { Arm, SiteRow, Sites } from '../../../server/contract/contract.ts'
import { TABLE_ROWS } from '../../../server/contract/page-sizes.ts'
import { SITE_SORTS, type SiteSort } from '../../../server/contract/sorts.ts'
import { armLabel } from '../../charts/arm.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { choiceOf, numberOf, sitePath } from '../../client/address.ts'
import { apiUrl } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { metricOf } from '../controls/comparison-selects.ts'
import { knownSign } from '../controls/facts.ts'
import { pager, tableFiles } from '../controls/pager.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { rankWords } from '../controls/rank-words.ts'
import { sortHeading } from '../controls/sort-heading.ts'
import type { View, ViewContext } from '../view.ts'
import { NO_FILTERS, type SiteChoices, siteControls } from './site-filters.ts'
import { loadRuns, runControls, runFileWords, runNote } from './site-runs.ts'

/** Every site, to be searched, filtered and sorted. */
export function sites(context: ViewContext): View {
  const { api, query } = context
  const choices: SiteChoices = {
    q: query.get('q') ?? '',
    protocol: query.get('protocol') ?? '',
    cdn: query.get('cdn') ?? '',
    probed: choiceOf(query, 'probed', ['', 'yes', 'no'] as const, ''),
    metric: metricOf(query),
    baseline: choiceOf(query, 'baseline', LIVE_ARMS, 'h1'),
  }
  const sort = choiceOf(query, 'sort', SITE_SORTS, 'rank')
  const order = choiceOf(query, 'order', ['asc', 'desc'] as const, 'asc')
  const gainArm = choiceOf(query, 'gainArm', LIVE_ARMS, 'h2')
  const asked = {
    q: choices.q || null,
    protocol: choices.protocol || null,
    cdn: choices.cdn || null,
    probed: choices.probed || null,
    metric: choices.metric,
    baseline: choices.baseline,
    sort,
    order,
    gainArm,
  }
  const page = numberOf(query, 'page', 1)
  const body = h(
    'div',
    h('h1', 'Sites'),
    h(
      'p.lede',
      'Every site of a survey, with what a campaign measured of its page. Gains compare with ',
      armLabel(choices.baseline),
      ` in ${metricWords(choices.metric)}; above 1 is faster. Requests, hosts, size and IW (initial window, in segments) are those of `,
      armLabel(choices.baseline),
      '.',
    ),
    siteControls(context, choices),
    block({
      ...context,
      what: 'the sites',
      size: 'large',
      load: async () => {
        const runs = await loadRuns(context)
        const chosen = {
          ...asked,
          survey: runs.survey?.run.id ?? null,
          campaign: runs.campaign?.run.id ?? null,
        }
        const answer = await api.get('sites', '/sites', { ...chosen, page, pageSize: TABLE_ROWS })
        return { runs, chosen, answer }
      },
      again: ({ answer }) =>
        answer.rows.some(({ gains }) => Object.values(gains).some(({ pending }) => pending)),
      show: ({ runs, chosen, answer }) => [
        runs.survey === null ? null : passedOverNote(context, 'survey', runs.survey.defaults),
        runs.campaign === null ? null : passedOverNote(context, 'campaign', runs.campaign.defaults),
        runControls(context, runs, choices.baseline),
        runs.survey === null && runs.campaign === null
          ? h('p.nothing', 'No survey is finished, and no campaign has loaded pages yet.')
          : table(context, answer, { sort, order, gainArm, baseline: choices.baseline }),
        pager(context, answer),
        cutNote(answer),
        runNote(runs),
        tableFiles(
          apiUrl('/sites', { ...chosen, format: 'csv' }),
          apiUrl('/sites', { ...chosen, page, pageSize: TABLE_ROWS }),
          [metricInFileName(choices.metric), `over-${choices.baseline}`, 'sites', ...runFileWords(runs)],
        ),
      ],
    }),
  )
  const subject = `what sites speak, and what it gains them in ${metricWords(choices.metric)}`
  return { title: 'Sites', subject, body }
}

interface Sorting {
  readonly sort: SiteSort
  readonly order: 'asc' | 'desc'
  readonly gainArm: Arm
  readonly baseline: Arm
}

function table(context: ViewContext, answer: Sites, sorting: Sorting): Child {
  if (answer.total === 0) {
    return h('p.nothing', 'No site matches. Fewer filters, or a shorter search, may find some.')
  }
  // A page beyond the last: the pager says so.
  if (answer.rows.length === 0) return null
  const gainArms = LIVE_ARMS.filter(
    (arm) => arm !== sorting.baseline && answer.rows.some((row) => row.gains[arm] !== undefined),
  )
  return h(
    'div',
    { class: 'table-scroll wide', tabindex: 0, role: 'region', 'aria-label': 'Sites' },
    h(
      'table.data.sites',
      h(
        'caption.visually-hidden',
        `${integer(answer.total)} sites, page ${answer.page}, sorted by ${sorting.sort}`,
      ),
      h('thead', headingRow(context, sorting, gainArms)),
      h(
        'tbody',
        answer.rows.map((row) => siteRow(row, gainArms)),
      ),
    ),
  )
}

function headingRow(context: ViewContext, sorting: Sorting, gainArms: readonly Arm[]): VNode {
  const heading = (
    sort: SiteSort,
    label: string,
    className: string | null = 'number',
    arm: Arm | null = null,
  ) =>
    sortHeading(context, {
      label,
      className,
      id: `sort-${sort}${arm ?? ''}`,
      order: sorting.order,
      sort: sort === 'rank' ? null : sort,
      active: sorting.sort === sort && (arm === null || arm === sorting.gainArm),
      first: sort === 'gain' ? 'desc' : 'asc',
      choices: { ...NO_FILTERS, gainArm: arm },
    })
  return h(
    'tr',
    heading('rank', 'rank'),
    heading('domain', 'site', 'first'),
    gainArms.map((arm) => heading('gain', `gain of ${armLabel(arm)}`, 'gain-cell', arm)),
    ['HTTP/1.1', 'HTTP/2', 'HTTP/3', 'claims h3'].map((label) =>
      h('th', { scope: 'col', class: 'mark' }, label),
    ),
    heading('cdn', 'CDN', null),
    heading('rttMs', 'RTT (ms)'),
    heading('requests', 'requests'),
    heading('domains', 'hosts'),
    heading('sizeBytes', 'size'),
    heading('initialWindow', 'IW'),
  )
}

function siteRow(row: SiteRow, gainArms: readonly Arm[]): VNode {
  const number = (value: number | null, words: (value: number) => string = tally) =>
    h('td.number', value === null ? '–' : words(value))
  return h(
    'tr',
    h('td.number', rankWords(row) ?? '–'),
    h('th', { scope: 'row', class: 'first' }, h('a', { href: sitePath(row.domain) }, row.domain)),
    gainArms.map((arm) => gainCell(row.gains[arm])),
    row.surveyed && row.reachable === false
      ? h('td', { colspan: 4, class: 'mark quiet' }, 'not reachable')
      : [row.h1, row.h2, row.h3, row.h3Claimed].map((value) => h('td.mark', knownSign(value))),
    h('td', row.cdn ?? '–'),
    number(row.rttMs, (value) => value.toFixed(1)),
    number(row.requests),
    number(row.domains),
    number(row.sizeBytes, bytes),
    number(row.initialWindow),
  )
}

function gainCell(value: SiteRow['gains'][Arm]): VNode {
  if (value?.pending) return h('td.gain-cell.quiet', 'computing')
  if (value === undefined || value.gain === null || value.verdict === null) {
    return h('td.gain-cell', '–')
  }
  const style = verdictStyle(value.verdict)
  return h(
    'td',
    { class: `gain-cell ${style.className}`, title: `${style.words}, ${count(value.n, 'round')}` },
    h('span', { class: 'verdict-sign', 'aria-hidden': 'true' }, SIGNS[value.verdict]),
    h('span.visually-hidden', `${style.words}: `),
    h('span.strong', gain(value.gain)),
    value.gainInterval === null
      ? null
      : h('span.quiet', ` ${range([value.gainInterval.low, value.gainInterval.high])}`),
  )
}

/** The shapes of the charts as characters. */
const SIGNS = { faster: '▲', slower: '■', 'no difference shown': '○', 'too few rounds': '×' } as const

function cutNote({ cutAtRank }: Sites): Child {
  return cutAtRank === null
    ? null
    : h(
        'p.note',
        `Sites beyond place ${integer(cutAtRank)} of the list are left out here; the survey’s own CSV has them.`,
      )
}
