import type { Endpoint, Http3Result, HttpConnection, OperationRow } from '../../../model/operation.ts'
import { LIMITS } from '../../network/limits.ts'
import { openHttp3 } from '../http/http3.ts'
import type { Origin } from '../http/redirect.ts'
import { isHttp3Row } from '../operation/row.ts'
import { unanswered } from './origin.ts'
import { isRobotsKnown, page, robotsVerdict } from './page.ts'
import { quicCandidates } from './quic-candidates.ts'
import { type OriginVisit, pathAt, record, recordUnattempted, type VisitState } from './visit-state.ts'

/** Addresses at which an origin is asked for HTTP/3, the next where no handshake came about at the last. */
const MAX_ADDRESSES = 3

/** Ends of a visit over TCP that say nothing against QUIC: a bad certificate or a rule of robots.txt does. */
const MAY_ASK = /^(tcp_|tls_(?!cert)|http_|h2_|robots_unreachable$)/

/**
 * The page over HTTP/3 where TCP gave no response, or could not read robots.txt: a site may speak HTTP/3 alone. Returns
 * `last` where that gives none either, or where it is not to be asked for.
 */
export async function visitHttp3(state: VisitState, last: OriginVisit, path: string): Promise<OriginVisit> {
  const { origin, stop } = last
  const canAsk = state.options.operations.has('http3') && state.context.quic !== null
  if (!canAsk || stop === null || !MAY_ASK.test(stop)) return last
  if (stop === 'robots_unreachable' && isRobotsKnown(state, origin)) return last
  const { hop } = last
  const seen = await askHttp3(state, last, (http) => page(state, origin, hop, 'http3', http, path))
  if (seen === null) return last
  const isAnswered = seen.answer?.result?.status != null
  const isDenied = seen.stop?.startsWith('robots_') && lastRow(state, origin)?.result?.handshakeMs != null
  if (!isAnswered && !isDenied) return last
  // A failure of TCP or TLS forbids further attempts over them.
  return /^(tcp|tls)_/.test(stop) ? { ...seen, endpoint: null } : seen
}

/** Asks once robots.txt allows it. */
type Ask = (http: HttpConnection, state: VisitState) => Promise<Pick<OriginVisit, 'answer' | 'stop'>>

/** The page alone, whose redirects have been followed over TCP. */
export function getPage(path: string): Ask {
  return async (http, state) => {
    const answer = record(state, await http.get(path))
    return { answer, stop: answer.result?.status == null ? answer.failure : null }
  }
}

/**
 * Asks for robots.txt, where it is not known yet, and then `ask` over HTTP/3: at the next address as well where there was no
 * connection to the last. Null where there is no address to ask at.
 */
export async function askHttp3(state: VisitState, last: OriginVisit, ask: Ask): Promise<OriginVisit | null> {
  let seen: OriginVisit | null = null
  let tries = 0
  for await (const candidate of quicCandidates(state, last)) {
    if (state.quicAttempts >= LIMITS.quicAttempts || tries++ === MAX_ADDRESSES) break
    const first = await askAt(state, last, ask, candidate)
    // It was not processed: asked once more, on another connection (RFC 9114, 4.1.1).
    const mayRetry = first.isRefused && state.quicAttempts < LIMITS.quicAttempts
    seen = (mayRetry ? await askAt(state, last, ask, candidate) : first).seen
    if (!mayFallBack(state, last.origin)) break
  }
  return seen
}

/** Browsers take the next alternative too where one cannot be connected to. */
function mayFallBack(state: VisitState, origin: Origin): boolean {
  const row = lastRow(state, origin)
  const isConnected = row === undefined || row.failure === null || row.result?.handshakeMs != null
  return !isConnected && !state.context.signal.aborted
}

async function askAt(
  state: VisitState,
  { origin, hop, endpoint: tcpAt }: OriginVisit,
  ask: Ask,
  candidate: Omit<Endpoint, 'connection'>,
): Promise<{ readonly seen: OriginVisit; readonly isRefused: boolean }> {
  state.quicAttempts += 1
  await using http = openHttp3({ ...candidate, connection: state.connections++ }, state.context)
  const verdict = await robotsVerdict(state, origin, http)
  if (verdict !== null) {
    if (isRobotsKnown(state, origin))
      recordUnattempted(
        state,
        { operation: 'http3', hop, ...origin, path: pathAt(state, origin) },
        verdict,
        null,
      )
    return { seen: unanswered(origin, hop, tcpAt, verdict), isRefused: http.isRefused }
  }
  const answer = await ask(http, state)
  return { seen: { origin, hop, endpoint: tcpAt, ...answer }, isRefused: http.isRefused }
}

/** The last request over HTTP/3 that was made to the origin. */
function lastRow({ rows }: VisitState, { host }: Origin): OperationRow<Http3Result> | undefined {
  return rows.filter(isHttp3Row).findLast((row) => row.host === host && row.durationMs !== null)
}
