import { isIP } from 'node:net'
import { parseAltSvc } from './alt-svc.ts'
import { openHttp1 } from './http1.ts'
import { openHttp3 } from './http3.ts'
import type { DnsResult, Endpoint } from './operation.ts'
import { mayTryQuic } from './quic-port.ts'
import { allCandidates, candidates, connect, connectTls, resolve } from './reach.ts'
import { type OriginVisit, record, recordUnattempted, type VisitState } from './visit-state.ts'

/** Why a further protocol is not tried on the final origin; null where it is. */
function obstacle(last: OriginVisit): OriginVisit['stop'] {
  if (last.at === null) return 'not_reached'
  const { stop } = last
  const passes = stop === null || /^(http|h2)_/.test(stop)
  return passes ? null : stop
}

/** HTTP/1.1 on a connection of its own, with nothing else in ALPN, unless the page has come that way already. */
export async function confirmHttp1(state: VisitState, last: OriginVisit): Promise<void> {
  const { origin, hop, at } = last
  if (!state.options.operations.has('http1')) return
  const tried = state.rows.some(
    (row) =>
      row.operation === 'http1' &&
      row.scheme === 'https' &&
      row.host === origin.host &&
      row.path !== '/robots.txt',
  )
  if (tried) return
  const why = obstacle(last)
  if (why !== null || at === null) {
    recordUnattempted(state, { operation: 'http1', hop, ...origin, path: '/' }, why ?? 'not_reached', null)
    return
  }
  const own = await connectTls(state, [at], ['http/1.1'])
  if (own.socket === null || own.at === null) {
    // The origin shook hands before, so what failed now failed for the sake of the one protocol offered.
    recordUnattempted(
      state,
      { operation: 'http1', hop, ...origin, path: '/' },
      own.failure ?? 'not_reached',
      null,
    )
    return
  }
  await using http = openHttp1(own.socket, own.at, state.context)
  record(state, await http.get('/'))
}

/** HTTP/3 to where it is claimed (Alt-Svc, then the HTTPS record; `mayTryQuic`), else to the origin itself: also without a claim. */
export async function confirmHttp3(state: VisitState, last: OriginVisit): Promise<void> {
  const { origin, hop } = last
  if (!state.options.operations.has('http3')) return
  const why = obstacle(last)
  const at = why === null ? await quicEndpoint(state, last) : null
  if (at === null) {
    recordUnattempted(state, { operation: 'http3', hop, ...origin, path: '/' }, why ?? 'not_reached', null)
    return
  }
  await using http = openHttp3(at, state.context)
  record(state, await http.get('/'))
}

async function quicEndpoint(state: VisitState, last: OriginVisit): Promise<Endpoint | null> {
  const { origin, hop, at } = last
  if (at === null) return null
  const claimed = alternative(last, state.resolved.get(origin.host)?.result ?? null)
  const connection = state.connections++
  const host = claimed?.host ?? origin.host
  const port = claimed?.port ?? origin.port
  if (host === origin.host) return { ...at, port, connection }
  if (isIP(host) !== 0) return null
  const found = (await resolve(state, host, hop))?.result ?? null
  const first = found === null ? undefined : candidates(state, origin, hop, found)[0]
  // The certificate must still be the origin's (RFC 7838, 2.1), so the host stays and only the address changes.
  return first === undefined ? null : { ...first, port, connection }
}

/** The first claim that may be followed; of the others browsers take no notice either. */
function alternative(last: OriginVisit, dns: DnsResult | null): { host: string | null; port: number } | null {
  const { origin, answer } = last
  const services = parseAltSvc(answer?.result?.headers['alt-svc'] ?? '')
  const records = dns?.https.filter(({ priority, alpn }) => priority > 0 && alpn?.includes('h3')) ?? []
  const claims = [
    ...services.filter(({ protocol, maxAgeS }) => protocol === 'h3' && maxAgeS > 0),
    ...records.map(({ port }) => ({ host: null, port: port ?? origin.port })),
  ]
  return claims.find((claim) => mayTryQuic(claim, origin.host)) ?? null
}

/** A TCP connection to the address family that has not answered so far, to know whether it works. */
export async function confirmOtherFamily(state: VisitState, last: OriginVisit): Promise<void> {
  const { origin, hop, at } = last
  const found = state.resolved.get(origin.host)?.result ?? null
  if (at === null || found === null || state.connected >= state.options.maxConnections) return
  const known = state.rows.filter((row) => row.operation === 'tcp' && row.failure !== 'tcp_outrun')
  const others = allCandidates(state, origin, hop, found).filter(({ family }) => family !== at.family)
  const untried = others.filter(({ address }) => !known.some((row) => row.address === address))
  const isAnswered = known.some(
    (row) => row.failure === null && others.some(({ address }) => row.address === address),
  )
  if (isAnswered || untried.length === 0) return
  const { socket } = await connect(state, untried)
  socket?.destroy()
}
