import { openHttp1 } from '../http/http1.ts'
import { askHttp3, getPage } from './origin-http3.ts'
import { allCandidates, connect, connectTls } from './reach.ts'
import { type OriginVisit, pathAt, record, recordUnattempted, type VisitState } from './visit-state.ts'

/** Says why a further protocol is not tried on the final origin; null where it is. */
function obstacle(last: OriginVisit): OriginVisit['stop'] {
  const { endpoint, stop } = last
  if (endpoint === null || (stop !== null && /^(tcp|tls)_/.test(stop))) return 'not_reached'
  const passes = stop === null || /^(http|h2)_/.test(stop)
  return passes ? null : stop
}

/** HTTP/1.1 on a connection of its own, with nothing else in ALPN, unless the page has come that way already. */
export async function confirmHttp1(state: VisitState, last: OriginVisit): Promise<void> {
  const { origin, hop, endpoint } = last
  if (!state.options.operations.has('http1')) return
  const path = pathAt(state, origin)
  const tried = state.rows.some(
    (row) =>
      row.operation === 'http1' &&
      row.scheme === 'https' &&
      row.host === origin.host &&
      row.port === origin.port &&
      row.path !== '/robots.txt',
  )
  if (tried) return
  const why = obstacle(last)
  if (why !== null || endpoint === null) {
    recordUnattempted(state, { operation: 'http1', hop, ...origin, path }, why ?? 'not_reached', null)
    return
  }
  const only = await connectTls(state, [endpoint], ['http/1.1'])
  if (only.socket === null || only.endpoint === null) {
    // The origin shook hands before, so what failed now failed for the sake of the one protocol offered.
    recordUnattempted(
      state,
      { operation: 'http1', hop, ...origin, path },
      only.failure ?? 'not_reached',
      null,
    )
    return
  }
  await using http = openHttp1(only.socket, only.endpoint, state.context)
  record(state, await http.get(path))
}

/** HTTP/3 of the final origin, unless the page has been asked for that way already. */
export async function confirmHttp3(state: VisitState, last: OriginVisit): Promise<void> {
  const { origin, hop } = last
  if (!state.options.operations.has('http3')) return
  const path = pathAt(state, origin)
  if (state.rows.some(({ operation, host }) => operation === 'http3' && host === origin.host)) return
  const why = obstacle(last) ?? (state.context.quic === null ? 'quic_unavailable' : null)
  const answered = why === null ? await askHttp3(state, last, getPage(path)) : null
  if (answered !== null) return
  recordUnattempted(state, { operation: 'http3', hop, ...origin, path }, why ?? 'not_reached', null)
}

/** A TCP connection to the address family that has not answered so far, to know whether it works. */
export async function confirmOtherFamily(state: VisitState, last: OriginVisit): Promise<void> {
  const { origin, hop, endpoint } = last
  const found = state.resolved.get(origin.host)?.result ?? null
  if (endpoint === null || found === null || state.connected >= state.options.maxConnections) return
  const known = state.rows.filter((row) => row.operation === 'tcp' && row.failure !== 'tcp_outrun')
  const others = allCandidates(state, origin, hop, found).filter(({ family }) => family !== endpoint.family)
  const untried = others.filter(({ address }) => !known.some((row) => row.address === address))
  const isAnswered = known.some(
    (row) => row.failure === null && others.some(({ address }) => row.address === address),
  )
  if (isAnswered || untried.length === 0) return
  const { socket } = await connect(state, untried)
  socket?.destroy()
}
