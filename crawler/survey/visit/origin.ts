import type { TLSSocket } from 'node:tls'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { Endpoint, HttpConnection, Operation } from '../../../model/operation.ts'
import { openHttp1 } from '../http/http1.ts'
import { openHttp2 } from '../http/http2.ts'
import type { Origin } from '../http/redirect.ts'
import { isRobotsKnown, page, robotsVerdict, shareRobots } from './page.ts'
import {
  type AddressCandidate,
  type AddressHold,
  candidates,
  connect,
  connectTls,
  openAddressHold,
  resolve,
} from './reach.ts'
import { type OriginVisit, recordUnattempted, type VisitState } from './visit-state.ts'

/** Names the origin and, where DNS gave addresses, holds a place at the first of them while `use` runs. */
async function withOriginAddress(
  state: VisitState,
  origin: Origin,
  hop: number,
  use: (tries: readonly AddressCandidate[], hold: AddressHold) => Promise<OriginVisit>,
): Promise<OriginVisit> {
  shareRobots(state, origin)
  const row = await resolve(state, origin.host, hop)
  const found = row?.failure === null ? row.result : null
  const tries = found === null ? [] : candidates(state, origin, hop, found)
  const first = tries[0]
  if (found !== null && first === undefined) {
    const what = { operation: 'tcp', hop, ...origin } as const
    recordUnattempted(state, what, 'not_reached', 'this machine has no address of that family')
  }
  if (found === null || first === undefined)
    return unanswered(origin, hop, null, row?.failure ?? 'not_reached')
  using hold = await openAddressHold(state, first.address)
  return await use(tries, hold)
}

export function unanswered(
  origin: Origin,
  hop: number,
  endpoint: Endpoint | null,
  stop: OriginVisit['stop'],
): OriginVisit {
  return { origin, hop, answer: null, endpoint, stop }
}

/**
 * robots.txt, where it was not answered yet, and the page, both on this connection. Null where the server closed the
 * connection after robots.txt: connect once more and ask again.
 */
async function ask(
  state: VisitState,
  what: { origin: Origin; hop: number; path: string; operation: 'http1' | 'http2' },
  endpoint: Endpoint,
  http: HttpConnection,
): Promise<OriginVisit | null> {
  const { origin, hop, path, operation } = what
  const isFirst = !isRobotsKnown(state, origin)
  const verdict = await robotsVerdict(state, origin, http)
  if (verdict !== null) return denied(state, what, endpoint, verdict)
  if (isFirst && !http.usable) return null
  const { answer, stop } = await page(state, origin, hop, operation, http, path)
  return { origin, hop, answer, endpoint, stop }
}

/** The page is not asked for: recorded where robots.txt says so, not yet where it could not be read. */
function denied(
  state: VisitState,
  { origin, hop, path, operation }: { origin: Origin; hop: number; path: string; operation: Operation },
  endpoint: Endpoint,
  verdict: FailureCode,
): OriginVisit {
  if (isRobotsKnown(state, origin))
    recordUnattempted(state, { operation, hop, ...origin, path }, verdict, null)
  return unanswered(origin, hop, endpoint, verdict)
}

/** Records that the page was not asked for, where no protocol of the origin could read its robots.txt. */
export function concludeRobots(state: VisitState, { origin, hop, stop }: OriginVisit, path: string): void {
  if (stop !== 'robots_unreachable' || isRobotsKnown(state, origin)) return
  const { operations } = state.options
  const operation = (['http1', 'http2', 'http3'] as const).find((each) => operations.has(each)) ?? 'http1'
  recordUnattempted(state, { operation, hop, ...origin, path }, 'robots_unreachable', null)
}

/** The page in clear text: port 80, HTTP/1.1. */
export function visitCleartext(
  state: VisitState,
  origin: Origin,
  hop: number,
  path: string,
): Promise<OriginVisit> {
  return withOriginAddress(state, origin, hop, async (addresses, hold) => {
    for (let tries = addresses; ; ) {
      const connected = await connect(state, tries, hold)
      if (connected.socket === null || connected.endpoint === null)
        return unanswered(origin, hop, null, 'not_reached')
      await using http = openHttp1(connected.socket, connected.endpoint, state.context)
      const seen = await ask(state, { origin, hop, path, operation: 'http1' }, connected.endpoint, http)
      if (seen !== null) {
        concludeRobots(state, seen, path)
        return seen
      }
      tries = [connected.endpoint]
    }
  })
}

/**
 * The page over TLS, by the best protocol that TCP offers: one connection with `h2, http/1.1` in its ALPN, HTTP/2
 * where the server chooses it; else another one on which only HTTP/1.1 is offered.
 */
export function visitHttps(
  state: VisitState,
  origin: Origin,
  hop: number,
  path: string,
): Promise<OriginVisit> {
  return withOriginAddress(state, origin, hop, async (addresses, hold) => {
    const { operations } = state.options
    if (!operations.has('http2')) return overHttp1(state, origin, hop, path, addresses, hold)
    let hasRetried = false
    for (let tries = addresses; ; ) {
      const main = await connectTls(state, tries, ['h2', 'http/1.1'], hold)
      if (main.socket === null || main.endpoint === null)
        return unanswered(origin, hop, main.endpoint, main.failure)
      if (main.socket.alpnProtocol !== 'h2')
        return withoutHttp2(state, origin, hop, path, main.endpoint, main.socket)
      await using http = openHttp2(main.socket, main.endpoint, state.context)
      const seen = await ask(state, { origin, hop, path, operation: 'http2' }, main.endpoint, http)
      tries = [main.endpoint]
      if (seen === null) continue
      const isAnswered = seen.answer?.result?.status != null
      if (http.isRefused && !isAnswered && !hasRetried) {
        // It was not processed: asked once more, on another connection (RFC 9113, 8.7).
        hasRetried = true
        continue
      }
      const isDenied = seen.stop?.startsWith('robots_') && isRobotsKnown(state, origin)
      if (isAnswered || isDenied || !operations.has('http1')) return seen
      // HTTP/2 was promised and broken; robots.txt may not have been read either, and is then asked for again.
      return overHttp1(state, origin, hop, path, tries)
    }
  })
}

/** ALPN chose HTTP/1.1 or nothing: robots.txt on this connection, the page on one where nothing else is offered. */
async function withoutHttp2(
  state: VisitState,
  origin: Origin,
  hop: number,
  path: string,
  endpoint: Endpoint,
  socket: TLSSocket,
): Promise<OriginVisit> {
  await using http = openHttp1(socket, endpoint, state.context)
  const what = { hop, ...origin, path } as const
  recordUnattempted(state, { operation: 'http2', ...what }, 'h2_not_negotiated', null)
  if (!state.options.operations.has('http1')) return unanswered(origin, hop, endpoint, 'h2_not_negotiated')
  const verdict = await robotsVerdict(state, origin, http)
  if (verdict === null) return overHttp1(state, origin, hop, path, [endpoint])
  return denied(state, { origin, hop, path, operation: 'http1' }, endpoint, verdict)
}

/** The page over TLS on a connection of its own on which only `http/1.1` is offered. */
async function overHttp1(
  state: VisitState,
  origin: Origin,
  hop: number,
  path: string,
  addresses: readonly AddressCandidate[],
  hold?: AddressHold,
): Promise<OriginVisit> {
  for (let tries = addresses; ; ) {
    const only = await connectTls(state, tries, ['http/1.1'], hold)
    if (only.socket === null || only.endpoint === null) {
      recordUnattempted(state, { operation: 'http1', hop, ...origin, path }, 'not_reached', null)
      return unanswered(origin, hop, only.endpoint, only.failure)
    }
    await using http = openHttp1(only.socket, only.endpoint, state.context)
    const seen = await ask(state, { origin, hop, path, operation: 'http1' }, only.endpoint, http)
    if (seen !== null) return seen
    tries = [only.endpoint]
  }
}

/** TCP and TLS alone, where no HTTP operation was asked for. */
export function shakeHandsOnly(state: VisitState, origin: Origin): Promise<OriginVisit> {
  return withOriginAddress(state, origin, 0, async (tries, hold) => {
    const { operations } = state.options
    if (!operations.has('tcp') && !operations.has('tls') && !operations.has('http3')) {
      return unanswered(origin, 0, null, 'not_reached')
    }
    const reached = operations.has('tls')
      ? await connectTls(state, tries, ['h2', 'http/1.1'], hold)
      : await connect(state, tries, hold)
    reached.socket?.destroy()
    return unanswered(origin, 0, reached.endpoint, reached.failure)
  })
}
