import type { AdviceDocument, ReplayedArmAdvice, ReplayedNetwork } from '../../advise/advice-document.ts'
import { gainText, OUTCOME_WORDS } from '../../advise/gain-words.ts'
import { NETWORK_WORDS } from '../../advise/network-words.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioRangeText } from '../../model/ratio-text.ts'
import { h, type VNode } from '../dom/h.ts'
import { tableOf } from '../dom/table.ts'

/** Networks by protocols: what each gained in replays. */
export function gainsSection({ replays, baseline }: AdviceDocument): VNode[] {
  if (replays === null || baseline === null) return []
  const arms = (['h1', 'h2', 'h3'] as const).filter((arm) =>
    replays.networks.some((network) => network.arms.some((each) => each.arm === arm)),
  )
  return [
    h('h2', 'What each protocol would do on your visitors’ networks'),
    h(
      'p',
      `Replays, by a server of ours. Gains are over ${ARMS[baseline].label}, the newest protocol below HTTP/3 that the page’s host speaks.`,
    ),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Gains over networks' },
      tableOf(
        'table.gains',
        null,
        ['network', ...arms.map((arm) => ARMS[arm].label), 'fastest possible'].map((heading) =>
          h('th', { scope: 'col' }, heading),
        ),
        replays.networks.map((network) => networkRow(network, arms, baseline)),
      ),
    ),
    h(
      'p.note.table-note',
      'Beside each gain its 95 % interval; elsewhere: where it lies on other servers (for 32 of 36 pages and links that were tried it did); then the median page load time and valid loads. Fastest possible: no load over this network can take less, whatever the protocol; and how much is left of the fastest one above that.',
    ),
  ]
}

function networkRow(
  { network, arms, rttMs, downMbps, upMbps, link }: ReplayedNetwork,
  columns: readonly Arm[],
  baseline: Arm,
): VNode {
  return h(
    'tr',
    h(
      'th',
      { scope: 'row', title: link },
      NETWORK_WORDS[network],
      h('br'),
      h('span.note', `${rttMs} ms, ${downMbps ?? '∞'}/${upMbps ?? '∞'} Mbit/s`),
    ),
    columns.map((name) =>
      gainCell(
        arms.find(({ arm }) => arm === name),
        name === baseline,
      ),
    ),
    h('td.unknown', ...limitText(arms)),
  )
}

const COLOURS = {
  faster: 'faster',
  slower: 'slower',
  'no difference': 'unchanged',
  'not decided': 'unknown',
  'too few rounds': 'unknown',
} as const satisfies Readonly<Record<ReplayedArmAdvice['outcome'], string>>

function gainCell(own: ReplayedArmAdvice | undefined, isBaseline: boolean): VNode {
  if (own === undefined) return h('td.unknown', 'not loaded')
  const { outcome, medianMs, loads, elsewhere } = own
  const figures = h('span', `${medianMs === null ? '–' : `${medianMs.toFixed(0)} ms`}, n = ${loads}`)
  if (isBaseline) return h('td.unknown', h('b', 'baseline'), figures)
  return h(
    'td',
    { class: COLOURS[outcome] },
    h('b', OUTCOME_WORDS[outcome]),
    h('span', gainText(own) ?? '–'),
    elsewhere === null ? null : h('span', `elsewhere ${ratioRangeText(elsewhere)}`),
    figures,
  )
}

/** The shortest load beside what the wire allows. */
function limitText(arms: readonly ReplayedArmAdvice[]): (VNode | string)[] {
  const [best] = arms
    .flatMap(({ arm, medianMs, wireLimitMs }) => (medianMs === null ? [] : [{ arm, medianMs, wireLimitMs }]))
    .toSorted((a, b) => a.medianMs - b.medianMs)
  if (best === undefined || best.wireLimitMs === null) return ['unknown']
  const left = Math.round(100 * (1 - best.wireLimitMs / best.medianMs))
  return [
    `${best.wireLimitMs.toFixed(0)} ms`,
    h('span', `${left} % of ${ARMS[best.arm].label}’s time is left to gain at most`),
  ]
}
