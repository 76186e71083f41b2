/** Protocols that browsers and HARs name: today's, and what came before or beside them. */
export type ProtocolName = 'http/1.1' | 'h2' | 'h3' | 'http/0.9' | 'http/1.0' | 'spdy' | 'quic'

/** Longest name that is looked at. */
const LONGEST = 40

/**
 * Every spelling that files and browsers of the last fifteen years are known to have. Drafts count as what they became
 * (`h2-14`, `h3-29`); QUIC before HTTP/3 is `quic`, whatever HTTP it carried (`h3-Q050` is such, RFC 9114 is not).
 */
const SPELLINGS: readonly (readonly [ProtocolName, RegExp])[] = [
  ['http/0.9', /^(?:http\/?)?0\.9$/],
  ['http/1.0', /^(?:http\/?)?1\.0$/],
  // WebPageTest writes the number alone, old Firefox and proxies `HTTP1.1`, others HTTP/1.x as `HTTP/1`.
  ['http/1.1', /^(?:(?:http\/?)?1\.1|http\/1)$/],
  // `h2c` is cleartext, `h2-16` a draft.
  ['h2', /^(?:h2c?|h2-\d{1,2}c?|(?:http\/?)?2\.0|http\/?2|http\/2\+tls)$/],
  ['h3', /^(?:h3|h3-\d{1,2}|(?:http\/?)?3\.0|http\/?3)$/],
  ['spdy', /^spdy(?:\/[\d.]+)?$/],
  // Chromium before HTTP/3: `http/2+quic/46`, `quic/1+spdy/3`, `h3-Q050`, `h3-T051`; `hq-29` is HTTP/0.9 over QUIC.
  ['quic', /^(?:quic(?:\/.+)?|http\/2\+quic(?:\/.+)?|h3-[qt]\d{3}|hq(?:-.+)?)$/],
]

/**
 * The protocol that a name stands for. Null where it stands for none: empty (Safari, Internet Explorer), `unknown`
 * (Chrome before 60), pieces of other text (WebPageTest), or no text at all.
 */
export function protocolName(name: unknown): ProtocolName | null {
  if (typeof name !== 'string' || name.length > LONGEST) return null
  const spelling = name.trim().toLowerCase()
  return SPELLINGS.find(([, pattern]) => pattern.test(spelling))?.[0] ?? null
}

const VERSIONS: Readonly<Record<ProtocolName, 'h1' | 'h2' | 'h3' | 'hidden'>> = {
  'http/0.9': 'h1',
  'http/1.0': 'h1',
  'http/1.1': 'h1',
  h2: 'h2',
  h3: 'h3',
  // Neither is HTTP/2 or HTTP/3, and the record has no place of their own for them.
  spdy: 'hidden',
  quic: 'hidden',
}

/** The version of HTTP that a protocol is; `hidden` for what came before or beside the three. */
export function httpVersion(name: ProtocolName): 'h1' | 'h2' | 'h3' | 'hidden' {
  return VERSIONS[name]
}

/** Requests by what they came by, as a record counts them. Those of no known protocol are hidden. */
export function countProtocols(names: Iterable<ProtocolName | null>) {
  const n = { requests: 0, h1: 0, h2: 0, h3: 0, hidden: 0 }
  for (const name of names) {
    n.requests++
    n[name === null ? 'hidden' : httpVersion(name)]++
  }
  return n
}
