import type { FailureCode } from '../../../model/failure-codes.ts'
import type { HttpResult, OperationRow, Scheme } from '../../../model/operation.ts'
import { isTooLongLocation } from './headers.ts'

/** An origin that a visit goes to (RFC 9110, 4.3.2). */
export interface Origin {
  readonly scheme: Scheme
  readonly host: string
  readonly port: number
}

export const DEFAULT_PORT: Readonly<Record<Scheme, number>> = { http: 80, https: 443 }

export function originText({ scheme, host, port }: Origin): string {
  // No name has a colon in it, and Node's isIP goes through 700 characters of a regular expression.
  const authority = host.includes(':') ? `[${host}]` : host
  return port === DEFAULT_PORT[scheme] ? `${scheme}://${authority}` : `${scheme}://${authority}:${port}`
}

/** Says where a response sends the visitor: nowhere, to a URL, or to something that cannot be followed (and why). */
export type Redirect =
  | { readonly kind: 'none' }
  | { readonly kind: 'to'; readonly origin: Origin; readonly path: string }
  | { readonly kind: 'invalid'; readonly failure: RedirectFailure; readonly why: string }

type RedirectFailure = Extract<FailureCode, 'redirect_invalid' | 'redirect_too_long'>

/** Headers are kept with their non-ASCII bytes as `\xNN`; in a URL such a byte is written `%NN`. */
export function bytesEscaped(location: string): string {
  return location.replaceAll(/\\x([0-9a-f]{2})/g, '%$1')
}

/** The URL that a row of HTTP asked for. */
export function askedUrl({ scheme, host, port, path }: OperationRow): string {
  return `${originText({ scheme: scheme ?? 'https', host, port: port ?? 443 })}${path ?? '/'}`
}

const REDIRECT_STATUS = new Set([301, 302, 303, 307, 308])

/**
 * Reads the redirect of a recorded response. Only ports 80 and 443 are followed (CRW-9), and the port of the page that a user
 * asked for, on its host.
 */
export function redirectOf(row: OperationRow<HttpResult>, asked?: Pick<Origin, 'host' | 'port'>): Redirect {
  const { result } = row
  if (result?.status == null || !REDIRECT_STATUS.has(result.status)) return { kind: 'none' }
  const location = result.headers.location
  // Browsers show what came with it: there is nowhere to go (RFC 9110, 15.4).
  if (location === undefined || location === '') return { kind: 'none' }
  if (isTooLongLocation(location)) {
    return { kind: 'invalid', failure: 'redirect_too_long', why: `Location ${location}` }
  }
  const url = URL.parse(bytesEscaped(location), askedUrl(row))
  if (url === null) return invalid('Location is no URL')
  const scheme = url.protocol === 'http:' ? 'http' : url.protocol === 'https:' ? 'https' : null
  if (scheme === null) return invalid(`scheme ${url.protocol} is not followed`)
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === '') return invalid('Location has no host')
  const port = url.port === '' ? DEFAULT_PORT[scheme] : Number(url.port)
  const isAsked = host === asked?.host && port === asked.port
  if (port !== 80 && port !== 443 && !isAsked) return invalid(`port ${port} is not followed`)
  return { kind: 'to', origin: { scheme, host, port }, path: `${url.pathname}${url.search}` }
}

const invalid = (why: string): Redirect => ({ kind: 'invalid', failure: 'redirect_invalid', why })
