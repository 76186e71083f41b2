import type { FailureCode } from '../../../model/failure-codes.ts'
import type {
  DnsResult,
  Endpoint,
  HttpResult,
  Operation,
  OperationRow,
  Scheme,
} from '../../../model/operation.ts'
import { VisitCookies } from '../cookies/visit-cookies.ts'
import type { AskedPage } from '../http/asked-page.ts'
import { type Origin, originText } from '../http/redirect.ts'
import type { SurveyContext } from '../operation/context.ts'
import { recordedRow } from './recorded-row.ts'

/** Limits what a visit may do, the same for every site of a run. */
export interface VisitOptions {
  /** Layers that these need below them (tls needs tcp, tcp needs dns) are done and recorded as well. */
  readonly operations: ReadonlySet<Operation>
  /** Our product token in robots.txt (RFC 9309, 2.2.1); null: robots.txt is not asked for. */
  readonly robotsToken: string | null
  /** Names on the opt-out list: checked before DNS and on every redirect target (CRW-2). */
  readonly optedOut: (host: string) => boolean
  /** TCP connections that are made to one site, all hops together; attempts that fail have their limit in `LIMITS`. */
  readonly maxConnections: number
  /** Waits until one more visit may talk to this address; its time does not count against the site's limit. */
  readonly holdAddress: (address: string) => Promise<Disposable>
  /** The one page that a user asked for. Default: the home page of each site. */
  readonly page?: AskedPage
}

/** One site's visit under way: the rows so far, and what must not be asked twice. */
export interface VisitState {
  readonly context: SurveyContext
  readonly options: VisitOptions
  readonly rows: OperationRow[]
  readonly resolved: Map<string, OperationRow<DnsResult>>
  /** Answers of robots.txt by origin: null where it lets us ask for the page. */
  readonly robots: Map<string, FailureCode | null>
  /** URLs asked for, each with the cookies that went with it, to see a loop. */
  readonly visited: Set<string>
  /** The number that stands in the record for each query of a URL. */
  readonly queries: Map<string, number>
  /** Addresses that the first TCP connection was made to, by host. */
  readonly answering: Map<string, string>
  /** Numbers for connections: attempts over TCP and QUIC. */
  connections: number
  /** TCP attempts, and those of them that connected. */
  tcpAttempts: number
  connected: number
  quicAttempts: number
}

/** An origin's part of a visit: the last response of its root page, and how it was reached. */
export interface OriginVisit {
  readonly origin: Origin
  readonly hop: number
  /** The row of the page's last response; null where none came. */
  readonly answer: OperationRow<HttpResult> | null
  /** The address that a transport connection was made to; null where none could be made. */
  readonly endpoint: Endpoint | null
  /** Says why nothing more may be asked of this origin: the failure that ended its visit; null where it may. */
  readonly stop: FailureCode | null
}

export function newVisitState(context: SurveyContext, options: VisitOptions): VisitState {
  return {
    context: { ...context, cookies: new VisitCookies() },
    options,
    rows: [],
    resolved: new Map(),
    robots: new Map(),
    visited: new Set(),
    queries: new Map(),
    answering: new Map(),
    connections: 0,
    tcpAttempts: 0,
    connected: 0,
    quicAttempts: 0,
  }
}

/** The path that an origin is asked for where no redirect says another. */
export function pathAt({ options: { page } }: Pick<VisitState, 'options'>, origin: Origin): string {
  return page !== undefined && originText(page) === originText(origin) ? page.path : '/'
}

/** Records a row without the secrets that its URLs may hold; returns it as it was, to be acted upon. */
export function record<R>(state: VisitState, row: OperationRow<R>): OperationRow<R> {
  state.rows.push(recordedRow(row, state.queries))
  return row
}

/** Records an operation that was not attempted, with the reason in place of a duration. */
export function recordUnattempted(
  state: VisitState,
  what: {
    operation: Operation
    hop: number
    scheme: Scheme | null
    host: string
    port: number | null
    path?: string
  },
  failure: FailureCode,
  detail: string | null,
): void {
  const { clock, originMs } = state.context
  record(state, {
    operation: what.operation,
    hop: what.hop,
    connection: null,
    scheme: what.scheme,
    host: what.host,
    port: what.port,
    address: null,
    path: what.path ?? null,
    startMs: clock() - originMs,
    durationMs: null,
    failure,
    detail,
    result: null,
  })
}
