import { h, type VNode } from '../../web/dom/h.ts'
import { tableOf } from '../../web/dom/table.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { PageTimings } from '../capture/types.ts'

/** Each host of the page, with its protocols as far as the browser shows them. */
export function hostTable(timings: PageTimings): VNode {
  const rows = pageHosts(timings)
  return h(
    'div',
    tableOf(
      'table.hosts',
      null,
      [
        h('th', { scope: 'col' }, 'Host'),
        h('th', { scope: 'col' }, 'Protocol'),
        h('th', { scope: 'col', class: 'number' }, 'Requests'),
      ],
      rows.map((row) =>
        h(
          'tr',
          h('th', { scope: 'row' }, row.host),
          h('td', ...protocols(row)),
          h('td.number', String(row.requests)),
        ),
      ),
    ),
    rows.some(({ hidden }) => hidden > 0)
      ? h(
          'p.note',
          'Unknown: the browser hides the protocol of other hosts that do not send Timing-Allow-Origin.',
        )
      : null,
  )
}

function protocols({ protocols, hidden }: HostRow): (VNode | string)[] {
  const names = protocols.map((name) =>
    h('span', { class: `arm-name arm-${armOf(name) ?? 'other'}` }, protocolWord(name)),
  )
  const words = hidden === 0 ? [] : [h('span.quiet', 'unknown')]
  return [...names, ...words].flatMap((each, i) => (i === 0 ? [each] : [', ', each]))
}

/** Requests of a page to one host. */
interface HostRow {
  readonly host: string
  readonly requests: number
  /** ALPN names, each once, as `nextHopProtocol` has them. */
  readonly protocols: readonly string[]
  /** Requests whose protocol the browser hides. */
  readonly hidden: number
}

/** The hosts of a page, the document's first, then by number of requests. */
function pageHosts({ navigation, resources }: PageTimings): HostRow[] {
  const entries = [...(navigation === null ? [] : [navigation]), ...resources].flatMap((entry) => {
    const address = URL.parse(String(entry.name))
    return address?.protocol.startsWith('http')
      ? [{ host: address.host, protocol: String(entry.nextHopProtocol ?? '') }]
      : []
  })
  const pageHost = navigation === null ? null : URL.parse(String(navigation.name))?.host
  return [...Map.groupBy(entries, ({ host }) => host)]
    .map(([host, all]): HostRow => {
      const known = all.filter(({ protocol }) => protocol !== '')
      return {
        host,
        requests: all.length,
        protocols: [...new Set(known.map(({ protocol }) => protocol))].toSorted(),
        hidden: all.length - known.length,
      }
    })
    .toSorted((a, b) => Number(b.host === pageHost) - Number(a.host === pageHost) || b.requests - a.requests)
}
