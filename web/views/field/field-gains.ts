import { count, gain, integer, range } from '../../../figures/quantity.ts'
import { FIELD_ARMS } from '../../../model/field.ts'
import type { FieldSite } from '../../../server/contract/contract.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'

type Gain = FieldSite['gains'][number]

/** Each two groups, in a sentence and in numbers, and what the numbers do not say. */
export function fieldGains({ gains }: Pick<FieldSite, 'gains'>): Child {
  return [
    h('div.verdicts', gains.map(gainCard)),
    h(
      'p.note',
      'Nobody was put into these groups: browsers took the protocol that their network and their history with the site allowed. So a gain says how the groups differ, not what the protocol does; ',
      h('a', { href: '/sites' }, 'live'),
      ' and ',
      h('a', { href: '/lab' }, 'lab'),
      ' say that. Intervals are for 95 %: the medians of as many contributors as there are, drawn 2,000 times from the bins of each group, with a fixed seed.',
    ),
  ]
}

function gainCard({ protocol, baseline, verdict, ...found }: Gain): VNode {
  const [arm, other] = [FIELD_ARMS[protocol], FIELD_ARMS[baseline]]
  const interval = [found.gainInterval.low, found.gainInterval.high] as const
  const said =
    verdict === 'no difference shown'
      ? `No difference shown between loads by ${armLabel(arm)} and by ${armLabel(other)}`
      : `Loads by ${armLabel(arm)} were ${verdict} than those by ${armLabel(other)}`
  return h(
    'article',
    { class: `verdict ${verdictStyle(verdict).className}` },
    h(
      'p.verdict-gain',
      h('span', { class: `strong ${armClass(arm)}` }, armLabel(arm)),
      h('span.quiet', ` over ${armLabel(other)} `),
      gain(found.gain),
      h('span.quiet', ` ${range(interval)}`),
    ),
    h('p.verdict-sentence', `${said}.`),
    h(
      'p.note',
      `Medians of ${integer(found.contributors)} and ${count(found.baselineContributors, 'contributor')}.`,
    ),
  )
}
