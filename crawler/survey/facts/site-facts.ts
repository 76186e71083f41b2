import { isIP } from 'node:net'
import { knownClaim } from '../../../har/alt-svc.ts'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type {
  DnsResult,
  Http3Result,
  HttpResult,
  Operation,
  OperationRow,
  TcpResult,
  TlsResult,
} from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import type { AskedPage } from '../http/asked-page.ts'
import { detectCdn } from '../http/cdn.ts'
import { DEFAULT_PORT, originText, redirectOf } from '../http/redirect.ts'
import { isHttpRow } from '../operation/row.ts'
import { type FinalOrigin, finalOrigin } from './final-origin.ts'
import { serverProduct, stackFacts } from './stacks.ts'
import { quicFacts, ticketFacts } from './ticket-facts.ts'
import { unknownFacts } from './unknown-facts.ts'

type Rows = readonly OperationRow[]

/**
 * A site's facts from its operation rows: pure, so that they can be computed anew from what was recorded.
 *
 * @param page that the visit began with, where it was not the site's home page
 */
export function siteFacts(domain: string, rows: Rows, page?: AskedPage): SiteFacts {
  // Questions that we could not even ask are in no row, and what follows from their absence would be wrong.
  if (rows.some(({ failure }) => failure === 'client_busy')) return unknownFacts('client_busy')
  const end = finalOrigin(domain, rows, page)
  const { origin, answer } = end
  const reachable = answer !== null
  const secure = rows.filter((row) => row.scheme === 'https' && row.host === origin.host)
  const found = resultOf<DnsResult>(rows.find((row) => row.operation === 'dns' && row.host === origin.host))
  const tls = resultOf<TlsResult>(secure.find((row) => row.operation === 'tls' && row.failure === null))
  const originRows =
    origin.scheme === 'https'
      ? secure
      : rows.filter((row) => row.scheme === 'http' && row.host === origin.host)
  const connected = originRows.filter((row) => row.operation === 'tcp' && row.failure === null)
  const used = connected.find((row) => row.address === answer?.address) ?? connected[0]
  const address = used?.address ?? answer?.address ?? null
  const headers = answer?.result?.headers ?? {}
  const cdn = reachable ? detectCdn({ cnames: found?.cnames ?? [], headers }) : null
  return {
    reachable,
    failure: end.failure,
    finalOrigin: reachable ? originText(origin) : null,
    redirects: end.redirects,
    status: answer?.result?.status ?? null,
    ...cleartextFacts(domain, rows),
    ...protocolFacts(end, secure),
    h3ClaimedAltSvc: reachable ? knownClaim(headers['alt-svc'] ?? '') : null,
    h3ClaimedDns: asksRecord(found, origin) ? claimedByDns(found) : null,
    h1Failure: overTcpFailure(end, secure, 'http1'),
    h2Failure: overTcpFailure(end, secure, 'http2'),
    h3Failure: failureOf(secure, 'http3'),
    ipv4: familyFact(originRows, found?.a, 4),
    ipv6: familyFact(originRows, found?.aaaa, 6),
    address,
    rttMs: smallestRttMs(rows, origin.host, address),
    tlsVersion: tls?.version ?? null,
    tlsGroup: tls?.group ?? null,
    tlsRoundTrips: tls?.roundTrips ?? null,
    chainBytes: tls?.chainBytes ?? null,
    ...ticketFacts(tls, secure),
    ...quicFacts(secure),
    httpsRecord: asksRecord(found, origin) ? found.https.length > 0 : null,
    ech: asksRecord(found, origin) ? found.https.some(({ priority, ech }) => priority > 0 && ech) : null,
    earlyHints: reachable ? earlyHints(originRows) : null,
    certOrganization: tls?.organization ?? null,
    certFingerprint: tls?.fingerprint256 ?? null,
    hsts: reachable && origin.scheme === 'https' ? headers['strict-transport-security'] !== undefined : null,
    server: serverProduct(headers.server),
    ...stackFacts(secure),
    cdn: cdn?.cdn ?? null,
    cdnEvidence: cdn?.evidence ?? null,
    bodyBytes: answer?.result?.bodyBytes ?? null,
    h1Note: reachable ? h1Note(secure, originRows) : null,
    h2Evidence: reachable ? h2Evidence(secure) : null,
  }
}

/** Whether HTTPS records of the origin were asked for and came. Those of other ports have names of their own (RFC 9460, 9.1). */
function asksRecord(found: DnsResult | null, { scheme, port }: FinalOrigin['origin']): found is DnsResult {
  const isAtHttpsPort = scheme === 'http' || port === DEFAULT_PORT.https
  return isAtHttpsPort && found !== null && found.failures.https === null
}

/** Undoes the rows' erased type; each operation writes one type of result. */
function resultOf<R>(row: OperationRow | undefined): R | null {
  return (row?.result ?? null) as R | null
}

/** Failures that say nothing about the protocol, since it was not tried. */
const UNTRIED =
  /^(not_reached|tcp_outrun|site_timeout|opted_out|address_refused|quic_unavailable|robots_|redirect_)/

/** The rows of the page; where it was never requested, the request for robots.txt that failed before it. */
function pageRows(rows: Rows, operation: Operation): Rows {
  const all = rows.filter((row) => row.operation === operation)
  const page = all.filter((row) => row.path !== '/robots.txt')
  return page.length > 0 ? page : all.filter((row) => row.failure !== null)
}

/** true: answered; false: tried, and every try failed; null: not tried. */
function spoken(rows: Rows, operation: 'http1' | 'http2' | 'http3'): boolean | null {
  const tries = pageRows(rows, operation)
  if (tries.some((row) => resultOf<HttpResult>(row)?.status != null)) return true
  return tries.some((row) => row.failure !== null && !UNTRIED.test(row.failure)) ? false : null
}

/** A final origin in clear text serves its page by none of the protocols over TLS or QUIC. */
function protocolFacts(end: FinalOrigin, secure: Rows): Pick<SiteFacts, 'h1' | 'h2' | 'h3' | 'h3Handshake'> {
  if (end.answer === null) return { h1: null, h2: null, h3: null, h3Handshake: null }
  if (end.origin.scheme === 'http') return { h1: false, h2: false, h3: false, h3Handshake: false }
  const h3 = spoken(secure, 'http3')
  const shaken = pageRows(secure, 'http3').some((row) => resultOf<Http3Result>(row)?.handshakeMs != null)
  return {
    h1: spokenOverTcp(end, secure, 'http1'),
    h2: spokenOverTcp(end, secure, 'http2'),
    h3,
    h3Handshake: shaken ? true : h3 === null ? null : false,
  }
}

/** An origin that answers over HTTP/3 alone says no to both by what its TCP or TLS refused to everybody. */
function spokenOverTcp(end: FinalOrigin, secure: Rows, operation: 'http1' | 'http2'): boolean | null {
  return spoken(secure, operation) ?? (tcpFailure(end, secure) === null ? null : false)
}

function overTcpFailure(end: FinalOrigin, secure: Rows, operation: 'http1' | 'http2'): FailureCode | null {
  const failure = failureOf(secure, operation)
  const isUntried = spoken(secure, operation) === null
  // TLS 1.3 lets the alert come in the handshake or after it: one answer for both.
  const isCertDemanded = secure.some((row) => row.operation === 'tls' && row.failure === 'tls_client_cert')
  if (isUntried && isCertDemanded) return 'tls_client_cert'
  return isUntried ? (tcpFailure(end, secure) ?? failure) : failure
}

/** Says why nothing could be asked over TCP of an origin that answered over HTTP/3; null where it could. */
function tcpFailure({ answer }: FinalOrigin, secure: Rows): FailureCode | null {
  if (answer?.operation !== 'http3') return null
  for (const operation of ['tcp', 'tls']) {
    const tries = secure.filter((row) => row.operation === operation && row.failure !== 'tcp_outrun')
    const first = tries[0]?.failure
    if (first != null && tries.every((row) => row.failure !== null)) return first
  }
  return null
}

/** Reads TLS, or at a final origin in clear text that. */
function h1Note(secure: Rows, originRows: Rows): string | null {
  const notes = [...secure, ...originRows]
    .filter(({ operation }) => operation === 'http1')
    .flatMap((row) => resultOf<HttpResult>(row)?.notes ?? [])
  return notes.length === 0 ? null : [...new Set(notes)].sort().join(' ')
}

/** Reads the page alone: robots.txt has nothing to preload. */
function earlyHints(originRows: Rows): boolean | null {
  const pages = originRows.filter(isHttpRow).filter(({ path }) => path !== '/robots.txt')
  if (pages.some(({ result }) => result?.interim?.includes(103))) return true
  return pages.some(({ result }) => result?.status != null) ? false : null
}

function h2Evidence(secure: Rows): 'page' | 'robots' | null {
  const answered = pageRows(secure, 'http2').filter((row) => resultOf<HttpResult>(row)?.status != null)
  if (answered.length === 0) return null
  return answered.some(({ path }) => path !== '/robots.txt') ? 'page' : 'robots'
}

function failureOf(rows: Rows, operation: Operation): FailureCode | null {
  const tries = pageRows(rows, operation)
  if (tries.some((row) => row.failure === null)) return null
  return tries[0]?.failure ?? null
}

function claimedByDns(found: DnsResult): boolean {
  return found.https.some((record) => record.priority > 0 && record.alpn?.includes('h3'))
}

function familyFact(rows: Rows, addresses: readonly string[] | undefined, family: 4 | 6): boolean | null {
  if (addresses === undefined || addresses.length === 0) return null
  const atFamily = rows.filter((row) => row.address !== null && isIP(row.address) === family)
  const tries = atFamily.filter(({ operation, failure }) => operation === 'tcp' && failure !== 'tcp_outrun')
  const isReachedByQuic = atFamily.some(
    (row) =>
      row.operation === 'http3' &&
      addresses.includes(row.address ?? '') &&
      resultOf<Http3Result>(row)?.handshakeMs != null,
  )
  if (isReachedByQuic || tries.some((row) => row.failure === null)) return true
  return tries.length > 0 ? false : null
}

/** Port 80 of the listed domain. A redirect to clear text elsewhere leaves open where it would end: null. */
function cleartextFacts(domain: string, rows: Rows): Pick<SiteFacts, 'http' | 'httpRedirectsToHttps'> {
  const tries = rows.filter((row) => row.scheme === 'http' && row.host === domain)
  const answers = pageRows(tries, 'http1').filter(isHttpRow)
  const answer = answers.findLast((row) => row.result?.status != null)
  if (answer === undefined) {
    const failed = tries.some((row) => row.failure !== null && !UNTRIED.test(row.failure))
    return { http: failed ? false : null, httpRedirectsToHttps: failed ? false : null }
  }
  const redirect = redirectOf(answer)
  if (redirect.kind !== 'to') return { http: true, httpRedirectsToHttps: false }
  if (redirect.origin.scheme === 'https') return { http: false, httpRedirectsToHttps: true }
  return redirect.origin.host === domain
    ? { http: true, httpRedirectsToHttps: false }
    : { http: null, httpRedirectsToHttps: null }
}

/** Covers all connections to a host's address, whatever the port: what is longer than the network needs has waited. */
function smallestRttMs(rows: Rows, host: string, address: string | null): number | null {
  const known = rows
    .filter((row) => row.host === host && row.address === address && row.failure === null)
    .filter(({ operation }) => operation === 'tcp' || operation === 'http3')
    .flatMap((row) => resultOf<TcpResult | Http3Result>(row)?.rttMs ?? [])
  return known.length === 0 ? null : Math.min(...known)
}
