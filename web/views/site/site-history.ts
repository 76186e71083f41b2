import type { SiteDetail } from '../../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { numbers, scrolling, table, texts } from '../../dom/table.ts'
import { day, knownSign, minute } from '../controls/facts.ts'
import { vantageName } from '../overview/trend-data.ts'
import { vantageFacts } from '../vantage/vantage-facts.ts'
import type { ViewContext } from '../view.ts'

/** Shows what surveys found from each vantage point, and what changed between surveys; nothing where there is neither. */
export function historySection(context: ViewContext, { vantages, changes }: SiteDetail): Child {
  return [
    vantages.length < 2
      ? null
      : h(
          'section',
          h('h2', { id: 'vantages' }, 'From each vantage point'),
          vantageTable(vantages),
          vantageFacts(
            context,
            vantages.map(({ vantage }) => vantage),
          ),
        ),
    changes.length === 0
      ? null
      : h('section', h('h2', { id: 'changes' }, 'What changed'), changeTable(changes)),
  ]
}

function vantageTable(vantages: SiteDetail['vantages']): VNode {
  return scrolling(
    'From each vantage point',
    table({
      caption: null,
      columns: [
        ...texts('vantage point', 'visited', 'reached', 'HTTP/1.1', 'HTTP/2', 'HTTP/3', 'claims HTTP/3'),
        ...[...numbers('RTT'), ...texts('address')],
      ],
      rows: vantages.map((one) => [
        ...[vantageName(one.vantage), `${minute(one.visitedAt)} (#${one.surveyId})`],
        ...[one.reachable, one.h1, one.h2, one.h3, one.h3Claimed].map(knownSign),
        ...[one.rttMs === null ? null : `${one.rttMs.toFixed(1)} ms`, one.address],
      ]),
    }),
  )
}

/** Newest first. */
function changeTable(changes: SiteDetail['changes']): VNode {
  const isFromSeveral = new Set(changes.map(({ vantage }) => vantage)).size > 1
  return scrolling(
    'What changed',
    table({
      caption: null,
      columns: texts('found on', 'change', 'what', 'since', ...(isFromSeveral ? ['from'] : [])),
      rows: changes.map((one) => [
        `${day(one.finishedAt)} (#${one.surveyId})`,
        ...[one.flapping ? `${one.change}, to and fro` : one.change, one.label],
        `${day(one.since)} (#${one.sinceSurveyId})`,
        ...(isFromSeveral ? [vantageName(one.vantage)] : []),
      ]),
    }),
  )
}
