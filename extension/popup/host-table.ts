import { h, type VNode } from '../../web/dom/h.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { PageTimings } from '../capture/types.ts'
import { type HostRow, pageHosts } from './page-hosts.ts'

/** Each host of the page, with its protocols as far as the browser shows them. */
export function hostTable(timings: PageTimings): VNode {
  const rows = pageHosts(timings)
  return h(
    'div',
    {},
    h(
      'table',
      { class: 'hosts' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'Host'),
          h('th', { scope: 'col' }, 'Protocol'),
          h('th', { scope: 'col', class: 'number' }, 'Requests'),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, row.host),
            h('td', {}, ...protocols(row)),
            h('td', { class: 'number' }, String(row.requests)),
          ),
        ),
      ),
    ),
    rows.some(({ hidden }) => hidden > 0)
      ? h(
          'p',
          { class: 'note' },
          'Unknown: the browser hides the protocol of other hosts that do not send Timing-Allow-Origin.',
        )
      : null,
  )
}

function protocols({ protocols, hidden }: HostRow): (VNode | string)[] {
  const names = protocols.map((name) =>
    h('span', { class: `arm-name arm-${armOf(name) ?? 'other'}` }, protocolWord(name)),
  )
  const words = hidden === 0 ? [] : [h('span', { class: 'quiet' }, 'unknown')]
  return [...names, ...words].flatMap((each, i) => (i === 0 ? [each] : [', ', each]))
}
