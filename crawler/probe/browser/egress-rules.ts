import ipaddr from 'ipaddr.js'
import { SPECIAL_BLOCKS } from '../../network/address.ts'

/** Ports that a browser of a live run may ask (CRW-9), beside that of the page that a user asked for. */
const WEB_PORTS = [80, 443]
const DNS_PORT = 53
/** Unicast that is handed out, and NAT64 (RFC 6052), which leads to IPv4: all else of IPv6 is refused. */
const REACHABLE6 = ['2000::/3', '64:ff9b::/96']

interface EgressOrder {
  readonly table: string
  /** Group id that the browsers run with: nobody else's packets are looked at. */
  readonly gid: number
  /** Name servers of the machine: they may have a private address. */
  readonly resolvers: readonly string[]
  /** Port of the page that a user asked for. Default: none but the web's. */
  readonly pagePort?: number
}

/**
 * Rules for nft(8) by which processes of a group reach web ports of global addresses and the machine's name servers, and
 * nothing else, over TCP as over UDP: the second layer of CRW-6. The sender of a refused packet gets an error at once.
 */
export function egressRules({ table, gid, resolvers, pagePort }: EgressOrder): string {
  const isV4 = (address: string): boolean => ipaddr.parse(address).kind() === 'ipv4'
  const dns = [
    ...accepted('ip daddr', resolvers.filter(isV4)),
    ...accepted(
      'ip6 daddr',
      resolvers.filter((address) => !isV4(address)),
    ),
  ]
  return `table inet ${table} {
  set refused4 { type ipv4_addr; flags interval; elements = { ${SPECIAL_BLOCKS.filter(v4).join(', ')} } }
  set refused6 { type ipv6_addr; flags interval; elements = { ${refused6().join(', ')} } }
  counter refused { }
  chain guarded {
${dns.map((rule) => `    ${rule}\n`).join('')}    ip daddr @refused4 counter name refused reject
    ip6 daddr @refused6 counter name refused reject
    ip6 daddr != { ${REACHABLE6.join(', ')} } counter name refused reject
    meta l4proto { tcp, udp } th dport { ${[...new Set([...WEB_PORTS, ...(pagePort === undefined ? [] : [pagePort])])].join(', ')} } accept
    counter name refused reject
  }
  chain output {
    type filter hook output priority filter; policy accept;
    meta skgid ${gid} jump guarded
  }
}
`
}

function accepted(field: 'ip daddr' | 'ip6 daddr', addresses: readonly string[]): string[] {
  return addresses.length === 0
    ? []
    : [`${field} { ${addresses.join(', ')} } meta l4proto { tcp, udp } th dport ${DNS_PORT} accept`]
}

const v4 = (cidr: string): boolean => !cidr.includes(':')

/** Special blocks of IPv6, and those of IPv4 as NAT64 (RFC 6052) and 6to4 (RFC 3056) wrap them. */
function refused6(): string[] {
  const wrapped = SPECIAL_BLOCKS.filter(v4).flatMap((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr)
    const [a = 0, b = 0, c = 0, d = 0] = network.toByteArray()
    const [high, low] = [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16))
    return [`64:ff9b::${high}:${low}/${96 + bits}`, `2002:${high}:${low}::/${16 + bits}`]
  })
  return [...SPECIAL_BLOCKS.filter((cidr) => !v4(cidr)), ...wrapped]
}
