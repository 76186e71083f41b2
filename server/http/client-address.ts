import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/** Prefix that one customer is given: 2^72 addresses are one household. */
const IPV6_PREFIX_BYTES = 7

/** `192.0.2.1:5678`, `[2001:db8::1]:5678` or `[2001:db8::1]`: how some proxies write X-Forwarded-For (RFC 7239, 6). */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/

/**
 * The network that an address belongs to, as one visitor: an IPv4 address itself, of an IPv6 address its /56. An IPv4
 * address written as IPv6 is itself; a port beside it does not matter. Empty where there is no valid address.
 */
export function networkBytes(address: string | undefined): Uint8Array {
  const [, bracketed, bare] = WITH_PORT.exec(address ?? '') ?? []
  const plain = bracketed ?? bare ?? address
  if (plain === undefined || !ipaddr.isValid(plain)) return new Uint8Array()
  const parsed = ipaddr.process(plain)
  const bytes = parsed.toByteArray()
  return Uint8Array.from(parsed.kind() === 'ipv4' ? bytes : bytes.slice(0, IPV6_PREFIX_BYTES))
}

/** The network of an address as a key for a map: hexadecimal. All without a valid address share the empty one. */
export function networkKey(address: string | undefined): string {
  return Buffer.from(networkBytes(address)).toString('hex')
}

/** Network of who sent the request, behind as many proxies as are trusted (`trust proxy`). */
export function clientNetwork(request: Request): string {
  return networkKey(request.ip)
}
