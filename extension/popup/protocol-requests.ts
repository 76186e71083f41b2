import { count } from '../../figures/quantity.ts'
import { protocolName } from '../../har/protocol-name.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { PageTimings } from '../capture/types.ts'

/** The page's requests by the protocol that they came by, each group's addresses folded away; the largest group first. */
export function protocolRequests({ navigation, resources }: PageTimings): VNode {
  const entries = [...(navigation === null ? [] : [navigation]), ...resources].filter(({ name }) =>
    /^https?:/.test(String(name)),
  )
  const groups = Map.groupBy(entries, ({ nextHopProtocol }) => String(nextHopProtocol ?? ''))
  const sorted = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  return h(
    'div.protocol-requests',
    sorted.map(([protocol, requests]) =>
      h(
        'details',
        h(
          'summary',
          h('span', { class: `arm-name arm-${armOf(protocol) ?? 'other'}` }, word(protocol)),
          `: ${count(requests.length, 'request')}`,
        ),
        h(
          'ul',
          requests.map(({ name }) => h('li', shortened(String(name)))),
        ),
      ),
    ),
  )
}

function word(protocol: string): string {
  if (protocol === '') return 'Unknown protocol'
  return protocolWord(protocolName(protocol) ?? protocol)
}

const LONGEST = 90

/** Drops its scheme; the middle of a long address is left out. */
function shortened(address: string): string {
  const bare = address.replace(/^https:\/\//, '')
  return bare.length <= LONGEST ? bare : `${bare.slice(0, LONGEST - 31)}…${bare.slice(-30)}`
}
