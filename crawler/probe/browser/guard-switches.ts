import ipaddr from 'ipaddr.js'
import { SPECIAL_BLOCKS } from '../../network/address.ts'

/** Chromium's own checks of a connection's address, before a request is sent on it: for all kinds of requests. */
const LOCAL_NETWORK_CHECKS = [
  'LocalNetworkAccessChecks',
  'LocalNetworkAccessForNavigations',
  'LocalNetworkAccessForSubframeNavigations',
  'LocalNetworkAccessForFencedFrameNavigations',
  'LocalNetworkAccessForWorkers',
  'LocalNetworkAccessChecksWebSockets',
  'LocalNetworkAccessChecksWebTransport',
  'LocalNetworkAccessChecksWebRTC',
]
const WARN_ONLY = [
  'LocalNetworkAccessChecksWarn',
  'LocalNetworkAccessForNavigationsWarningOnly',
  'LocalNetworkAccessForSubframeNavigationsWarningOnly',
  'LocalNetworkAccessForFencedFrameNavigationsWarningOnly',
  'LocalNetworkAccessForWorkersWarningOnly',
]

/** Names that Chromium takes for loopback without asking (RFC 6761, 6.3). */
const LOOPBACK_NAMES = ['localhost', '*.localhost']

/**
 * Hosts of URLs that are IPv6 addresses which are not global, as URL.host writes them; a wildcard pattern needs two
 * colons, so that no name with a port is meant. All outside 2000::/3, then special blocks within.
 */
const PRIVATE6 = [
  '::*',
  '0:*:*',
  '2??:*:*',
  '3??:*:*',
  ...[...'1456789abcdef'].map((digit) => `${digit}*:*:*`),
  '2001:??:*',
  '2001:1??:*',
  '2001:db8:*',
  '2002:*:*',
  '2620:4f:8000:*',
  '3fff:???:*',
]

/**
 * Switches by which a browser refuses private addresses itself, with or without root: hosts that are such addresses are
 * not connected to; names that lead to one are connected to, and no request is sent but that of a main document. WebRTC
 * is limited by a preference (`browser-home.ts`). What remains is in docs/architecture.md, "What a page can reach".
 */
export function guardSwitches(): string[] {
  const blocked = [...LOOPBACK_NAMES, ...private4(), ...PRIVATE6]
  const rules = [...blocked.map((host) => `MAP ${host} ~NOTFOUND`), ...namesOnly()]
  return [
    `--host-resolver-rules=${rules.join(',')}`,
    `--enable-features=${LOCAL_NETWORK_CHECKS.join(',')}`,
    `--disable-features=${WARN_ONLY.join(',')}`,
  ]
}

/** `10.*` and so on: the special blocks of IPv4, cut into whole octets. */
export function private4(): string[] {
  return SPECIAL_BLOCKS.filter((cidr) => !cidr.includes(':')).flatMap((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr)
    const octets = network.toByteArray().slice(0, Math.ceil(bits / 8))
    const last = octets.pop() ?? 0
    const count = 2 ** ((8 - (bits % 8)) % 8)
    return Array.from({ length: count }, (_, n) => `${[...octets, last + n].join('.')}.*`)
  })
}

/**
 * Exceptions that keep names such as `10.example.com` out of the rules for addresses: a host with a dot that ends with a
 * letter. These come first in Chromium, so that most names are looked at some twenty times, in all below 10 µs. Names
 * that end with a part of `localhost` (`10.example.best`) differ from it in the character before that part.
 */
function namesOnly(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return [...'localhost'].reverse().flatMap((expected, length, { length: whole }) => {
    const end = 'localhost'.slice(whole - length)
    const before = length === 0 ? letters : [...letters, ...'0123456789-']
    const names = before.filter((each) => each !== expected).map((each) => `EXCLUDE *.*${each}${end}`)
    return length === 0 ? names : [`EXCLUDE *.${end}`, ...names]
  })
}
