import type { FailureCode } from '../../../../model/failure-codes.ts'
import type { DnsResult, HttpResult, Operation, OperationRow, Scheme } from '../../../../model/operation.ts'

/** What a hand-written row says; everything else is as for a healthy site at 192.0.2.1. */
type Said<R> = Partial<Omit<OperationRow, 'result'>> & { readonly result?: R }

function row(operation: Operation, url: string, said: Said<unknown>): OperationRow {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return {
    operation,
    hop: 0,
    connection: 0,
    scheme,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORT[scheme] : Number(port),
    address: '192.0.2.1',
    path: `${pathname}${search}`,
    startMs: 0,
    durationMs: 5,
    failure: null,
    detail: null,
    ...said,
    result: said.result ?? null,
  }
}

const DEFAULT_PORT: Readonly<Record<Scheme, number>> = { http: 80, https: 443 }

/** The name's addresses: 192.0.2.1 alone unless said otherwise. */
export function dnsRow(
  host: string,
  found: Partial<DnsResult> = {},
  failure: FailureCode | null = null,
): OperationRow {
  const result: DnsResult = {
    a: failure === null ? ['192.0.2.1'] : [],
    aaaa: [],
    refused: [],
    cnames: [],
    https: [],
    ttlS: 60,
    failures: { a: failure, aaaa: failure, https: null },
    ...found,
  }
  return row('dns', `https://${host}/`, {
    ...{ result, failure, scheme: null, port: null, path: null, address: null, connection: null },
  })
}

export const tcpRow = (url: string, said: Said<unknown> = {}): OperationRow =>
  row('tcp', url, { path: null, result: { family: 4, rttMs: 11 }, ...said })

export const tlsRow = (url: string, said: Said<unknown> = {}): OperationRow =>
  row('tls', url, { path: null, result: { version: 'TLSv1.3', group: 'X25519' }, ...said })

/** A response, or with `failure` the lack of one: then nothing came but what `result` says. */
export function httpRow(
  operation: 'http1' | 'http2' | 'http3',
  url: string,
  said: Partial<HttpResult> & {
    readonly failure?: FailureCode
    readonly handshakeMs?: number
    readonly isRetried?: boolean
  } = {},
): OperationRow<HttpResult> {
  const { failure = null, ...result } = said
  const answer = {
    status: failure === null ? 200 : null,
    headers: {},
    bodyBytes: 10,
    bodyCapped: false,
    ttfbMs: 3,
    ...result,
  }
  return row(operation, url, { failure, result: answer }) as OperationRow<HttpResult>
}

/** A redirect from one URL to a Location. */
export const redirectRow = (
  operation: 'http1' | 'http2' | 'http3',
  url: string,
  location: string,
): OperationRow<HttpResult> => httpRow(operation, url, { status: 301, headers: { location } })

/** An operation that was not attempted. */
export const unattempted = (operation: Operation, url: string, failure: FailureCode): OperationRow =>
  row(operation, url, { failure, durationMs: null, address: null, connection: null })
