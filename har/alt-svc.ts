/** One alternative service (RFC 7838, 3). */
interface AlternativeService {
  /** ALPN protocol id, percent-decoded: `h3`, `h2`, `h3-29`. */
  readonly protocol: string
  /** Is null where the alternative is on the origin's own host. IPv6 literals without their brackets. */
  readonly host: string | null
  readonly port: number
  /** Seconds; 86400 where the text does not say (RFC 7838, 3.1). */
  readonly maxAgeS: number
}

const DEFAULT_MAX_AGE_S = 86_400
/** Some servers repeat themselves for every address they listen on. */
const MAX_SERVICES = 100
/** Ends a text of which the rest was not kept. No field that was sent can: what is no ASCII is written as `\xNN`. */
export const CUT_OFF = '…'

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+"
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const ALTERNATIVE = new RegExp(`^\\s*(${TOKEN})\\s*=\\s*(${QUOTED}|[^\\s;]+)`)
const PARAMETER = new RegExp(`^\\s*(${TOKEN})\\s*=\\s*(${QUOTED}|[^\\s;]+)\\s*$`)
const AUTHORITY = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z._-]*)):([0-9]{1,5})$/

/**
 * The alternative services of an Alt-Svc text, in its order: all that can be read, at most 100. `clear` and an
 * entry that cannot be read give nothing, nor does one that was cut off; it never throws. Several header lines are one
 * text joined with `, `.
 */
export function parseAltSvc(text: string): AlternativeService[] {
  const services: AlternativeService[] = []
  for (const entry of splitOutsideQuotes(text, ',')) {
    if (entry.endsWith(CUT_OFF)) break
    const service = parseEntry(entry)
    if (service !== null) services.push(service)
    if (services.length === MAX_SERVICES) break
  }
  return services
}

/**
 * Whether the text claims HTTP/3: only the final `h3` (RFC 9114, 3.1.1) counts. `h3-29` and its like are drafts that
 * browsers no longer speak, so that they promise a visitor nothing; `h3` with `ma=0` takes the claim back.
 */
export function claimsH3(text: string): boolean {
  return parseAltSvc(text).some(({ protocol, maxAgeS }) => protocol === 'h3' && maxAgeS > 0)
}

/** Does the same as `claimsH3`; null where it may stand in what was cut off, or behind the services that are read. */
export function knownClaim(text: string): boolean | null {
  if (claimsH3(text)) return true
  return text.endsWith(CUT_OFF) || parseAltSvc(text).length === MAX_SERVICES ? null : false
}

function parseEntry(entry: string): AlternativeService | null {
  const [alternative = '', ...parameters] = splitOutsideQuotes(entry, ';')
  const [, rawProtocol, rawAuthority] = ALTERNATIVE.exec(alternative) ?? []
  if (rawProtocol === undefined || rawAuthority === undefined) return null
  const protocol = percentDecode(rawProtocol)
  const [, ipv6, name, port] = AUTHORITY.exec(unquote(rawAuthority)) ?? []
  if (protocol === null || port === undefined || Number(port) === 0 || Number(port) > 65_535) return null
  const host = ipv6 ?? name ?? ''
  return {
    protocol,
    host: host === '' ? null : host.toLowerCase(),
    port: Number(port),
    maxAgeS: maxAge(parameters),
  }
}

function maxAge(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [, name, value] = PARAMETER.exec(parameter) ?? []
    if (name?.toLowerCase() !== 'ma' || value === undefined) continue
    const seconds = unquote(value)
    if (/^[0-9]{1,15}$/.test(seconds)) return Number(seconds)
  }
  return DEFAULT_MAX_AGE_S
}

/** ALPN ids are bytes; those that are no token characters are percent-encoded (RFC 7838, 3). */
function percentDecode(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]
    if (quoted && character === '\\') i += 1
    else if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
