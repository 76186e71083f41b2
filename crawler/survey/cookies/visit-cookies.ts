import { isIP } from 'node:net'
import { parse } from 'tldts'
import type { Scheme } from '../../../model/operation.ts'

interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly isHostOnly: boolean
  readonly path: string
  readonly isSecure: boolean
}

interface Target {
  readonly scheme: Scheme
  readonly host: string
}

/** safety.md CRW-10. RFC 6265, 6.1 asks browsers for 50 cookies a domain, of 4,096 bytes each; a visit has few domains. */
const MOST_COOKIES = 50
const MOST_CHARACTERS = 4_096
/** Servers refuse longer heads: 8 KiB is what nginx and Apache take. */
const MOST_SENT_CHARACTERS = 6_000

/**
 * The cookies of one visit (RFC 6265), in memory alone: sites send back to themselves who comes without the one that they
 * have just set. All of them are for the session, since a visit takes seconds; only one that has expired is removed.
 */
export class VisitCookies {
  /** Listed in the order of their creation. */
  #cookies: Cookie[] = []

  store(target: Target, path: string, fields: Iterable<readonly [string, string | Uint8Array]>): void {
    for (const [name, value] of fields)
      if (name.toLowerCase() === 'set-cookie') this.#set(target, path, textOf(value))
  }

  /** The value of the field `Cookie`; null for none (RFC 6265, 5.4). */
  header({ scheme, host }: Target, path: string): string | null {
    const sent = this.#cookies
      .filter((cookie) => (cookie.isHostOnly ? host === cookie.domain : isBelow(host, cookie.domain)))
      .filter((cookie) => isWithin(pathOf(path), cookie.path) && (scheme === 'https' || !cookie.isSecure))
      .toSorted((a, b) => b.path.length - a.path.length)
    let header = ''
    for (const { name, value } of sent) {
      const pair = name === '' ? value : `${name}=${value}`
      if (header.length + 2 + pair.length > MOST_SENT_CHARACTERS) break
      header += header === '' ? pair : `; ${pair}`
    }
    return header === '' ? null : header
  }

  /** RFC 6265, 5.2 and 5.3. */
  #set({ scheme, host }: Target, path: string, line: string): void {
    // Characters other than visible ASCII would be another field in the next request.
    if (line.length > MOST_CHARACTERS || !/^[\x20-\x7e\t]*$/.test(line)) return
    const [pair = '', ...rest] = line.split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equals)).trim()
    const value = pair.slice(equals + 1).trim()
    if (name === '' && value === '') return
    const attributes = new Map(rest.map(attribute))
    const asked = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
    const isHostOnly = asked === '' || asked === host
    if (!isHostOnly && (!isBelow(host, asked) || isPublicSuffix(asked))) return
    const isSecure = attributes.has('secure')
    if (isSecure && scheme !== 'https') return
    const domain = isHostOnly ? host : asked
    const wanted = attributes.get('path') ?? ''
    const cookie = {
      ...{ name, value, domain, isSecure },
      isHostOnly: asked === '',
      path: wanted.startsWith('/') ? wanted : defaultPath(path),
    }
    this.#cookies = this.#cookies.filter(
      (old) => old.name !== name || old.domain !== domain || old.path !== cookie.path,
    )
    if (!isExpired(attributes)) this.#cookies = [...this.#cookies, cookie].slice(-MOST_COOKIES)
  }
}

function attribute(text: string): [string, string] {
  const equals = text.indexOf('=')
  const [name, value] = equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
  return [name.trim().toLowerCase(), value.trim()]
}

/** `Max-Age` goes before `Expires`. */
function isExpired(attributes: ReadonlyMap<string, string>): boolean {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  return Date.parse(attributes.get('expires') ?? '') <= Date.now()
}

const isBelow = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0)

const isPublicSuffix = (domain: string): boolean =>
  parse(domain, { allowPrivateDomains: true }).domain === null

const isWithin = (path: string, above: string): boolean =>
  path === above || path.startsWith(above.endsWith('/') ? above : `${above}/`)

const pathOf = (path: string): string => path.split(/[?#]/)[0] ?? path

/** Up to the last slash, without it (RFC 6265, 5.1.4). */
function defaultPath(path: string): string {
  const last = pathOf(path).lastIndexOf('/')
  return last <= 0 ? '/' : pathOf(path).slice(0, last)
}

function textOf(value: string | Uint8Array): string {
  return typeof value === 'string' ? value : Buffer.from(value).toString('latin1')
}
