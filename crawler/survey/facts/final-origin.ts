import type { FailureCode } from '../../../model/failure-codes.ts'
import type { HttpResult, OperationRow } from '../../../model/operation.ts'
import { type AskedPage, homePage, recordedPath } from '../http/asked-page.ts'
import { type Origin, originText, redirectOf } from '../http/redirect.ts'
import { isHttpRow } from '../operation/row.ts'

/** Says where a visitor of a listed domain ends, or why nowhere. Exactly one of `answer` and `failure` is null. */
export interface FinalOrigin {
  readonly origin: Origin
  /** The response that is not a redirect (or whose redirect stays on its origin and was not followed). */
  readonly answer: OperationRow<HttpResult> | null
  readonly failure: FailureCode | null
  /** Changes of origin on the way. */
  readonly redirects: number
}

/**
 * Walks the recorded responses from the page (default: `https://domain/`), or from its counterpart in clear text where that
 * gave none.
 */
export function finalOrigin(
  domain: string,
  rows: readonly OperationRow[],
  page: AskedPage = homePage(domain),
): FinalOrigin {
  const listed: Origin = { scheme: page.scheme, host: page.host, port: page.port }
  const first = recordedPath(page)
  const clear: Origin = { scheme: 'http', host: domain, port: 80 }
  let origin = listed
  let answer = responseFor(rows, listed, first)
  if (answer === null) {
    const failure = originFailure(rows, listed)
    answer = responseFor(rows, clear, first)
    const redirect = answer === null ? null : redirectOf(answer, page)
    const backToHttps = redirect?.kind === 'to' && originText(redirect.origin) === originText(listed)
    if (answer === null || backToHttps) return { origin: listed, answer: null, failure, redirects: 0 }
    origin = clear
  }
  /** Counts how often a URL was asked for: with another cookie it is no loop. */
  const asked = new Map<string, number>([[originText(origin) + first, 1]])
  for (let redirects = 0; ; ) {
    const redirect = redirectOf(answer, page)
    if (redirect.kind === 'none') return { origin, answer, failure: null, redirects }
    if (redirect.kind === 'invalid') return { origin, answer: null, failure: redirect.failure, redirects }
    const url = originText(redirect.origin) + redirect.path
    const times: number = asked.get(url) ?? 0
    asked.set(url, times + 1)
    const next = responseFor(rows, redirect.origin, redirect.path, times)
    if (next === null && times > 0) {
      const failure = chainLimit(rows, redirect.origin, redirect.path) ?? 'redirect_loop'
      return { origin, answer: null, failure, redirects }
    }
    if (originText(redirect.origin) !== originText(origin)) redirects++
    origin = redirect.origin
    if (next === null)
      return { origin, answer: null, failure: chainFailure(rows, origin, redirect.path), redirects }
    answer = next
  }
}

function isFrom(row: OperationRow, origin: Origin): boolean {
  // An alternative service for HTTP/3 may be at another port (RFC 7838, 2; RFC 9460, 7.2).
  const isAtPort = row.port === origin.port || row.operation === 'http3'
  return row.scheme === origin.scheme && row.host === origin.host && isAtPort
}

/** @param times that the way has been at this URL before */
function responseFor(
  rows: readonly OperationRow[],
  origin: Origin,
  path: string,
  times = 0,
): OperationRow<HttpResult> | null {
  const answers = rows
    .filter(isHttpRow)
    .filter((row) => isFrom(row, origin) && row.path === path && row.result?.status != null)
  // HTTP/3 counts where TCP gave no response; else it was asked for beside the page.
  const overTcp = answers.filter((row) => row.operation !== 'http3')
  return (overTcp.length > 0 ? overTcp : answers)[times] ?? null
}

/** Says why the chain ended before this URL gave a response. */
function chainFailure(rows: readonly OperationRow[], origin: Origin, path: string): FailureCode {
  return chainLimit(rows, origin, path) ?? originFailure(rows, origin)
}

function chainLimit(rows: readonly OperationRow[], origin: Origin, path: string): FailureCode | null {
  const ended = rows.find(
    (row) => isFrom(row, origin) && row.path === path && /^redirect_/.test(row.failure ?? ''),
  )
  return ended?.failure ?? null
}

/** The first failure on the way up: name, a robots.txt that forbids the page, connection, handshake, response. */
function originFailure(rows: readonly OperationRow[], origin: Origin): FailureCode {
  const dns = rows.find((row) => row.operation === 'dns' && row.host === origin.host && row.failure !== null)
  if (dns?.failure != null) return dns.failure
  const originRows = rows.filter((row) => isFrom(row, origin))
  const denied = originRows.find((row) => /^robots_/.test(row.failure ?? ''))
  if (denied?.failure != null) return denied.failure
  for (const operation of ['tcp', 'tls'] as const) {
    const tries = originRows.filter((row) => row.operation === operation)
    const failed = tries.find((row) => row.failure !== null)
    if (failed?.failure != null && tries.every((row) => row.failure !== null)) return failed.failure
  }
  const failures = originRows.flatMap(({ failure }) => (failure === null ? [] : [failure]))
  const telling = failures.find((failure) => failure !== 'h2_not_negotiated' && failure !== 'not_reached')
  return telling ?? failures[0] ?? 'not_reached'
}
