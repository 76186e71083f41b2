import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { getDomain, parse } from 'tldts'
import { LONGEST_URL } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'

export interface AskedUrl {
  /** Its one written form. */
  readonly url: string
  /** Registrable domain; of a network of one's own the host. */
  readonly domain: string
}

/** Letters, digits, hyphens and underscores, as host names have them. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Reads the URL that a stranger typed: a page of the public web, by the name of its host. What the name resolves to is judged
 * where it is visited (safety.md CRW-6), never here: the server resolves nothing (ING-13).
 * @param ownNetwork the operator checks a network of their own, whose names need not be public
 * @throws Problem `bad_request` for what is no such URL, `forbidden` for a host or port that is never visited
 */
export function readAskedUrl(typed: string, ownNetwork: boolean): AskedUrl {
  const text = typed.trim()
  if (text === '' || text.length > LONGEST_URL) throw bad(`A URL has 1 to ${LONGEST_URL} characters.`)
  // URL.parse would drop tabs and line breaks, and take a backslash for a slash.
  if (/[\s\p{C}\\]/u.test(text)) throw bad('A URL has no spaces, control characters or backslashes.')
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http')
    throw bad('Pages over https and http are checked.')
  const url = URL.parse(scheme === undefined ? `https://${text}` : text)
  if (url === null) throw bad('This is neither the URL of a page nor the name of a site.')
  if (url.username !== '' || url.password !== '' || /^[^/?#]*@/.test(text.replace(/^[a-z]+:\/\//i, '')))
    throw bad('A URL with a user name or password is not taken.')
  // The port of its scheme is left out of `port`.
  if (url.port !== '') throw forbidden('Pages are checked at port 443 over https and at port 80 over http.')
  const domain = domainOf(url, ownNetwork)
  // No server sees a fragment.
  url.hash = ''
  if (url.href.length > LONGEST_URL) throw bad(`A URL has 1 to ${LONGEST_URL} characters.`)
  return { url: url.href, domain }
}

function domainOf(url: URL, ownNetwork: boolean): string {
  const { hostname } = url
  // Every number that a URL parser reads as an address stands as one in `hostname`: 0x7f.1 is 127.0.0.1.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw forbidden('Pages are checked by the name of their host, not by an address.')
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (
    host.length > 253 ||
    !host.split('.').every((label) => LABEL.test(label)) ||
    domainToASCII(host) !== host
  )
    throw bad('This is not the name of a host.')
  url.hostname = host
  if (ownNetwork) return getDomain(host) ?? host
  const { isIcann, domain } = parse(host, { allowPrivateDomains: false })
  // The list has .onion, which RFC 7686 keeps out of the DNS.
  if (isIcann !== true || domain === null || domain.endsWith('.onion'))
    throw forbidden('Only sites under a public suffix, such as .com, are checked.')
  return domain
}

const bad = (sentence: string): Problem => new Problem('bad_request', sentence)
const forbidden = (sentence: string): Problem => new Problem('forbidden', sentence)
