import type { SiteDetail } from '../../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { day, knownSign, minute } from '../controls/facts.ts'
import { vantageName } from '../overview/trend-data.ts'
import { vantageFacts } from '../vantage/vantage-facts.ts'
import type { ViewContext } from '../view.ts'

/** What surveys found from each vantage point, and what changed between surveys; nothing where there is neither. */
export function historySection(context: ViewContext, { vantages, changes }: SiteDetail): Child {
  return [
    vantages.length < 2
      ? null
      : h(
          'section',
          {},
          h('h2', { id: 'vantages' }, 'From each vantage point'),
          vantageTable(vantages),
          vantageFacts(
            context,
            vantages.map(({ vantage }) => vantage),
          ),
        ),
    changes.length === 0
      ? null
      : h('section', {}, h('h2', { id: 'changes' }, 'What changed'), changeTable(changes)),
  ]
}

function vantageTable(vantages: SiteDetail['vantages']): VNode {
  return table(
    'From each vantage point',
    [
      ...['vantage point', 'visited', 'reached', 'HTTP/1.1', 'HTTP/2', 'HTTP/3', 'claims HTTP/3', 'RTT'],
      'address',
    ],
    vantages.map((one) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, vantageName(one.vantage)),
        h('td', {}, `${minute(one.visitedAt)} (#${one.surveyId})`),
        [one.reachable, one.h1, one.h2, one.h3, one.h3Claimed].map((value) => h('td', {}, knownSign(value))),
        h('td', { class: 'number' }, one.rttMs === null ? '–' : `${one.rttMs.toFixed(1)} ms`),
        h('td', {}, one.address ?? '–'),
      ),
    ),
  )
}

/** Newest first. */
function changeTable(changes: SiteDetail['changes']): VNode {
  const vantages = new Set(changes.map(({ vantage }) => vantage))
  return table(
    'What changed',
    ['found on', 'change', 'what', 'since', ...(vantages.size > 1 ? ['from'] : [])],
    changes.map((one) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, `${day(one.finishedAt)} (#${one.surveyId})`),
        h('td', {}, one.flapping ? `${one.change}, to and fro` : one.change),
        h('td', {}, one.label),
        h('td', {}, `${day(one.since)} (#${one.sinceSurveyId})`),
        vantages.size > 1 ? h('td', {}, vantageName(one.vantage)) : null,
      ),
    ),
  )
}

function table(label: string, heads: readonly string[], rows: readonly VNode[]): VNode {
  return h(
    'div',
    { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table',
      { class: 'data' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h('tbody', {}, rows),
    ),
  )
}
