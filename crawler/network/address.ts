import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Block = readonly [Address, number]

/**
 * Every block of the IANA special-purpose registries (RFC 6890; iana-ipv4-special-registry and
 * iana-ipv6-special-registry as of 2025-10-09) and what the address-space registries add. Also blocks that IANA calls
 * globally reachable (AS112, AMT, anycast services, ORCHIDv2): no web site can live in them. The ranges built into
 * ipaddr.js lack 100:0:0:1::/64 and everything outside 2000::/3, and take `::1.2.3.4` for a mapped address.
 */
export const SPECIAL_BLOCKS = [
  '0.0.0.0/8', // "this network", RFC 791
  '10.0.0.0/8', // private use, RFC 1918
  '100.64.0.0/10', // shared address space (CGNAT), RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link local and cloud metadata, RFC 3927
  '172.16.0.0/12', // private use, RFC 1918
  '192.0.0.0/24', // IETF protocol assignments, RFC 6890, with all their smaller blocks
  '192.0.2.0/24', // documentation, RFC 5737
  '192.31.196.0/24', // AS112, RFC 7535
  '192.52.193.0/24', // AMT, RFC 7450
  '192.88.99.0/24', // 6to4 relay anycast, deprecated, RFC 7526
  '192.168.0.0/16', // private use, RFC 1918
  '192.175.48.0/24', // AS112, RFC 7534
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved, RFC 1112, and limited broadcast, RFC 8190
  '2001::/23', // IETF protocol assignments, RFC 2928, with all their smaller blocks but Teredo
  '2001:db8::/32', // documentation, RFC 3849
  '2620:4f:8000::/48', // AS112, RFC 7534
  '3fff::/20', // documentation, RFC 9637
] as const

const SPECIAL = SPECIAL_BLOCKS.map((cidr) => ipaddr.parseCIDR(cidr))

/** The only IPv6 space that is handed out for unicast (RFC 4291, 2.4; IANA ipv6-address-space). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** NAT64 (RFC 6052). The local-use prefix 64:ff9b:1::/48 (RFC 8215) is never global. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
/** RFC 3056: bits 16 to 47 are the IPv4 address. */
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16')
/** RFC 4380, 4: bits 32 to 63 are the server's IPv4 address, the last 32 the client's, inverted. */
const TEREDO = ipaddr.parseCIDR('2001::/32')
/** RFC 4291, 2.5.5.2. */
const MAPPED = ipaddr.parseCIDR('::ffff:0:0/96')

/**
 * Whether an address is globally reachable unicast (CRW-6). What is not an address in its usual text form, has a zone,
 * or is IPv4 in IPv6 clothes (`::ffff:8.8.8.8`: it would be connected to over IPv4) is not. An address that a
 * translator or tunnel turns into IPv4 is as global as the IPv4 address within.
 */
export function isGlobal(address: string): boolean {
  const parsed = parse(address)
  return parsed !== null && isGlobalAddress(parsed)
}

type AddressVerdict = 'allowed' | 'address_refused' | 'opted_out'

/**
 * Judges addresses for a run. `optOutCidrs` come first and also cover what is embedded in IPv6; `allowCidrs` lets
 * through addresses that are not global, for the sandbox. Throws on a text that is not a CIDR block.
 */
export function addressPolicy({
  allowCidrs,
  optOutCidrs,
}: {
  readonly allowCidrs: readonly string[]
  readonly optOutCidrs: readonly string[]
}): (address: string) => AddressVerdict {
  const allowed = allowCidrs.map((cidr) => ipaddr.parseCIDR(cidr))
  const optedOut = optOutCidrs.map((cidr) => ipaddr.parseCIDR(cidr))
  return (address) => {
    const parsed = parse(address)
    if (parsed === null) return 'address_refused'
    if ([parsed, ...embedded(parsed)].some((each) => isIn(each, optedOut))) return 'opted_out'
    return isIn(parsed, allowed) || isGlobalAddress(parsed) ? 'allowed' : 'address_refused'
  }
}

/** ipaddr.js alone would also take `0177.1`, `2130706433` and zones. */
const parse = (address: string): Address | null =>
  isIP(address) === 0 || address.includes('%') ? null : ipaddr.parse(address)

const isIn = (address: Address, blocks: readonly Block[]): boolean =>
  blocks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

function isGlobalAddress(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isIn(address, SPECIAL)
  if (isIn(address, [NAT64, SIX_TO_FOUR, TEREDO])) return embedded(address).every(isGlobalAddress)
  return isIn(address, [GLOBAL_UNICAST]) && !isIn(address, SPECIAL)
}

/** The IPv4 addresses inside an IPv6 address; none for most. */
function embedded(address: Address): ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return []
  const bytes = address.toByteArray()
  const embeddedAt = (offset: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(offset, offset + 4).map((byte) => byte ^ mask))
  if (isIn(address, [NAT64, MAPPED])) return [embeddedAt(12)]
  if (isIn(address, [SIX_TO_FOUR])) return [embeddedAt(2)]
  if (isIn(address, [TEREDO])) return [embeddedAt(4), embeddedAt(12, 0xff)]
  return []
}
