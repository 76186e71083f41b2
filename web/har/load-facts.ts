import { milliseconds, quantity } from '../../figures/quantity.ts'
import type { ContributedTimes, RequestCounts } from '../../model/contribution-terms.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { PAGE_FIELD_NAMES, PAGE_FIELDS, type PageField, type PageFields } from './page-fields.ts'
import { armOf, protocolWord } from './protocol-words.ts'
import type { ReducedHar } from './reduce-har.ts'

export const TIME_WORDS: Readonly<Record<keyof ContributedTimes, string>> = {
  dns: 'DNS',
  connect: 'TCP',
  handshake: 'Connection set-up',
  wait: 'Wait',
  receive: 'Receive',
  dcl: 'Document parsed',
  load: 'Page load time',
}

const COUNT_WORDS: Readonly<Record<keyof RequestCounts, string>> = {
  requests: 'in all',
  h1: 'HTTP/1.x',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
  hidden: 'unknown protocol',
}

/** Words what is known of a load. What the file does not say is said to be unknown. */
export function loadFacts(
  { proto, t, n, reused, day, browser }: ReducedHar,
  { fields, connectivity }: { readonly fields: PageFields; readonly connectivity: string | null },
): VNode {
  return h(
    'dl.facts',
    fact(
      'Protocol',
      proto === null ? unknown() : h('span', { class: armClassOf(proto) }, protocolWord(proto)),
    ),
    fact('Connection', reused === null ? unknown() : reused ? 'reused' : 'new'),
    Object.entries(TIME_WORDS).map(([name, words]) => {
      const timeMs = t[name as keyof ContributedTimes]
      return fact(words, timeMs === null ? unknown() : milliseconds(timeMs))
    }),
    PAGE_FIELD_NAMES.map((name) => fieldFact(name, fields[name])),
    fact(
      'Requests until the load event',
      Object.entries(COUNT_WORDS)
        .map(([name, words]) => [n[name as keyof RequestCounts], words] as const)
        .filter(([count], i) => i === 0 || count > 0)
        .map(([count, words]) => `${count} ${words}`)
        .join(', '),
    ),
    connectivity === null ? null : fact('Emulated link', connectivity),
    fact('Loaded', day ?? unknown()),
    fact('Browser', browser === null ? unknown() : `${BROWSERS[browser.family]} ${browser.major}`),
  )
}

const BROWSERS = { chromium: 'Chromium', firefox: 'Firefox' } as const

/** Only where the file has it: few files have any. */
function fieldFact(name: PageField, value: number | undefined): VNode | null {
  if (value === undefined) return null
  const { label, unit } = PAGE_FIELDS[name]
  return fact(label, unit === 'score' ? value.toFixed(3) : quantity(value, unit))
}

function fact(term: string, value: Child): VNode {
  return h('div', h('dt', term), h('dd', value))
}

function unknown(): VNode {
  return h('span.quiet', 'unknown')
}

function armClassOf(proto: string): string {
  const arm = armOf(proto)
  return arm === null ? 'arm-name' : `arm-name arm-${arm}`
}
