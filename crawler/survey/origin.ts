import { openHttp1 } from './http1.ts'
import { openHttp2 } from './http2.ts'
import type { DnsResult, Endpoint } from './operation.ts'
import { page, recordDenied, robotsVerdict } from './page.ts'
import { candidates, connect, connectTls, resolve } from './reach.ts'
import type { Origin } from './redirect.ts'
import { type OriginVisit, recordUnattempted, type VisitState } from './visit-state.ts'

type Candidate = Omit<Endpoint, 'connection'>

/** Names the origin and, where DNS gave addresses, holds a place at the first of them while `use` runs. */
async function at(
  state: VisitState,
  origin: Origin,
  hop: number,
  use: (tries: Candidate[], found: DnsResult) => Promise<OriginVisit>,
): Promise<OriginVisit> {
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
  using _place = await state.options.holdAddress(first.address)
  return await use(tries, found)
}

function unanswered(
  origin: Origin,
  hop: number,
  endpoint: Endpoint | null,
  stop: OriginVisit['stop'],
): OriginVisit {
  return { origin, hop, answer: null, at: endpoint, stop }
}

/** The page in clear text: port 80, HTTP/1.1. */
export function visitCleartext(
  state: VisitState,
  origin: Origin,
  hop: number,
  path: string,
): Promise<OriginVisit> {
  return at(state, origin, hop, async (tries) => {
    for (;;) {
      const connected = await connect(state, tries)
      if (connected.socket === null || connected.at === null)
        return unanswered(origin, hop, null, 'not_reached')
      await using http = openHttp1(connected.socket, connected.at, state.context)
      const asked = state.robots.has(origin.host)
      const verdict = await robotsVerdict(state, origin.host, http)
      if (verdict !== null) {
        recordDenied(state, { operation: 'http1', hop, ...origin, path }, verdict)
        return unanswered(origin, hop, connected.at, verdict)
      }
      if (!asked && state.options.robotsToken !== null && !http.usable) continue
      const { answer, stop } = await page(state, origin, hop, 'http1', http, path)
      return { origin, hop, answer, at: connected.at, stop }
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
  return at(state, origin, hop, async (tries) => {
    const { operations } = state.options
    if (!operations.has('http2')) return overHttp1(state, origin, hop, path, tries)
    const main = await connectTls(state, tries, ['h2', 'http/1.1'])
    if (main.socket === null || main.at === null) return unanswered(origin, hop, main.at, 'not_reached')
    const what = { hop, ...origin, path } as const
    if (main.socket.alpnProtocol !== 'h2') {
      recordUnattempted(state, { operation: 'http2', ...what }, 'h2_not_negotiated', null)
      await using http = openHttp1(main.socket, main.at, state.context)
      if (!operations.has('http1')) return unanswered(origin, hop, main.at, 'h2_not_negotiated')
      const verdict = await robotsVerdict(state, origin.host, http)
      if (verdict !== null) {
        recordDenied(state, { operation: 'http1', ...what }, verdict)
        return unanswered(origin, hop, main.at, verdict)
      }
      return overHttp1(state, origin, hop, path, [main.at])
    }
    await using http = openHttp2(main.socket, main.at, state.context)
    const verdict = await robotsVerdict(state, origin.host, http)
    if (verdict !== null) {
      recordDenied(state, { operation: 'http2', ...what }, verdict)
      if (verdict.startsWith('robots_') || !operations.has('http1'))
        return unanswered(origin, hop, main.at, verdict)
      state.robots.delete(origin.host)
      return overHttp1(state, origin, hop, path, [main.at])
    }
    const { answer, stop } = await page(state, origin, hop, 'http2', http, path)
    if (answer.result?.status == null && operations.has('http1')) {
      return overHttp1(state, origin, hop, path, [main.at])
    }
    return { origin, hop, answer, at: main.at, stop }
  })
}

/** The page over TLS on a connection of its own on which only `http/1.1` is offered. */
export async function overHttp1(
  state: VisitState,
  origin: Origin,
  hop: number,
  path: string,
  tries: readonly Candidate[],
): Promise<OriginVisit> {
  for (;;) {
    const own = await connectTls(state, tries, ['http/1.1'])
    if (own.socket === null || own.at === null) {
      recordUnattempted(state, { operation: 'http1', hop, ...origin, path }, 'not_reached', null)
      return unanswered(origin, hop, own.at, 'not_reached')
    }
    await using http = openHttp1(own.socket, own.at, state.context)
    const asked = state.robots.has(origin.host)
    const verdict = await robotsVerdict(state, origin.host, http)
    if (verdict !== null) {
      recordDenied(state, { operation: 'http1', hop, ...origin, path }, verdict)
      return unanswered(origin, hop, own.at, verdict)
    }
    if (!asked && state.options.robotsToken !== null && !http.usable) continue
    const { answer, stop } = await page(state, origin, hop, 'http1', http, path)
    return { origin, hop, answer, at: own.at, stop }
  }
}

/** TCP and TLS alone, where no HTTP operation was asked for. */
export function shakeHandsOnly(state: VisitState, origin: Origin): Promise<OriginVisit> {
  return at(state, origin, 0, async (tries) => {
    const { operations } = state.options
    if (!operations.has('tcp') && !operations.has('tls') && !operations.has('http3')) {
      return unanswered(origin, 0, null, 'not_reached')
    }
    const reached = operations.has('tls')
      ? await connectTls(state, tries, ['h2', 'http/1.1'])
      : await connect(state, tries)
    reached.socket?.destroy()
    return unanswered(origin, 0, reached.at, reached.socket === null ? 'not_reached' : null)
  })
}
