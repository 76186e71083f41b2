/** Servers speak this on a port: clear text, or TLS and QUIC. */
export type SchemeByPort = ReadonlyMap<number, 'http' | 'https'>

const DEFAULT_PORTS = { http: 80, https: 443 } as const

/**
 * The schemes of the ports that these URLs name, but for those that every dissector knows. Null where one port has both:
 * it can be dissected by one alone.
 */
export function schemeByPort(urls: readonly string[]): SchemeByPort | null {
  const schemes = new Map<number, 'http' | 'https'>()
  for (const url of urls) {
    if (!/^https?:/.test(url)) continue
    const { protocol, port: named } = new URL(url)
    const scheme = protocol === 'https:' ? 'https' : 'http'
    const port = named === '' ? DEFAULT_PORTS[scheme] : Number(named)
    if ((schemes.get(port) ?? scheme) !== scheme) return null
    schemes.set(port, scheme)
  }
  for (const scheme of ['http', 'https'] as const)
    if (schemes.get(DEFAULT_PORTS[scheme]) === scheme) schemes.delete(DEFAULT_PORTS[scheme])
  return schemes
}

/** The arguments by which tshark dissects further ports as it does 80 and 443. */
export function decodeAs(schemes: SchemeByPort): string[] {
  return [...schemes].flatMap(([port, scheme]) =>
    scheme === 'http'
      ? ['-d', `tcp.port==${port},http`]
      : // What TLS carries where no ALPN says so is HTTP/1.1.
        ['-d', `tcp.port==${port},tls`, '-d', `tls.port==${port},http`, '-d', `udp.port==${port},quic`],
  )
}
