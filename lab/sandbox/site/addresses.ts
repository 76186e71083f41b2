/**
 * The sandbox's address plan. 198.18.0.0/15 is set aside for benchmarking (RFC 2544, RFC 6815) and 2001:2::/48 is
 * its IPv6 counterpart (RFC 5180): no host on the internet has one of these, so nothing can go astray.
 */
export const ALLOW_CIDRS = ['198.18.0.0/15', '2001:2::/48'] as const

export const GATEWAY = { ipv4: '198.18.0.254', ipv6: '2001:2::fe' } as const

/** Addresses between the first client's and the resolver's. */
const MOST_CLIENTS = 50

export function clientAddress(n: number): { readonly ipv4: string; readonly ipv6: string } {
  if (n >= MOST_CLIENTS) throw new RangeError(`at most ${MOST_CLIENTS} clients`)
  return { ipv4: `198.18.0.${1 + n}`, ipv6: `2001:2::${(1 + n).toString(16)}` }
}

/** Says which client has an address; null where none has. */
export function clientOf(address: string): number | null {
  for (let n = 0; n < MOST_CLIENTS; n += 1) {
    const { ipv4, ipv6 } = clientAddress(n)
    if (address === ipv4 || address === ipv6) return n
  }
  return null
}

/** dnsmasq, and the zoo's DNS server that it forwards the bad names to. */
export const RESOLVER = '198.18.0.53'
export const ZOO_DNS = '198.18.0.54'

/**
 * Ranges where no server is: the router in front of them drops, or answers with ICMP. `prohibited` is IPv6 alone:
 * Linux sends its ICMP for IPv4 once a second at most, and only the whole machine has a setting for it.
 */
export const FAULT_RANGES = {
  dropped: { ipv4: '198.19.1.0/24', ipv6: '2001:2:0:d::/64' },
  unreachable: { ipv4: '198.19.2.0/24', ipv6: '2001:2:0:e::/64' },
  prohibited: { ipv4: null, ipv6: '2001:2:0:f::/64' },
} as const
export type FaultRange = keyof typeof FAULT_RANGES

/** The n-th address (from 0) of a fault range. */
export function faultAddress(range: FaultRange, family: 4 | 6, n: number): string {
  const { ipv4, ipv6 } = FAULT_RANGES[range]
  if (n > 253 || (family === 4 && ipv4 === null))
    throw new RangeError(`the range ${range} has no IPv${family} address number ${n}`)
  return family === 4 && ipv4 !== null
    ? ipv4.replace('0/24', String(n + 1))
    : ipv6.replace('/64', (n + 1).toString(16))
}

/** The n-th server address (from 0): 198.18.1.1 to 198.18.255.254, leaving out .0 and .255. */
export function serverAddress4(n: number): string {
  if (n >= 255 * 254) throw new RangeError('too many addresses for 198.18.0.0/16')
  return `198.18.${1 + Math.floor(n / 254)}.${1 + (n % 254)}`
}

export function serverAddress6(n: number): string {
  return `2001:2:0:1::${(n + 1).toString(16)}`
}
