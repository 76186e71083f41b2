import type { Protocol } from 'puppeteer'
import type { CdpEvent } from '../../../crawler/probe/load/cdp-event.ts'
import type { GraphOrder, GraphOrderFetch } from './graph-order.ts'
import type { FetchReport, GraphReport, LookUpReport } from './graph-report.ts'

/** ALPN names of the replayer's protocols. */
export const ALPN = { h1: 'http/1.1', h2: 'h2', h3: 'h3' } as const

export interface LoadedFetch {
  readonly asked: GraphOrderFetch
  readonly report: FetchReport
  readonly url: string
  /** The first request over its connection: that it was opened for. */
  readonly isFirst: boolean
}

/** Lists fetches in the order in which they were due. */
export function loadedFetches({ hosts, nodes }: GraphOrder, { fetches }: GraphReport): LoadedFetch[] {
  const seen = new Set<number>()
  const firsts = new Set<FetchReport>()
  const bySent = fetches.filter(({ sentMs }) => sentMs !== null).sort((a, b) => moment(a) - moment(b))
  for (const fetch of bySent) {
    if (fetch.connection === null || seen.has(fetch.connection)) continue
    seen.add(fetch.connection)
    firsts.add(fetch)
  }
  return [...fetches]
    .sort((a, b) => a.dueMs - b.dueMs || a.node - b.node)
    .flatMap((report): LoadedFetch[] => {
      const work = nodes[report.node]?.work
      if (work === undefined || !('fetch' in work)) return []
      const host = hosts[work.fetch.host]?.host
      const url = `https://${host?.name}${host?.port === 443 ? '' : `:${host?.port}`}${work.fetch.path}`
      return [{ asked: work.fetch, report, url, isFirst: firsts.has(report) }]
    })
}

/** The look-up of a host that did not fail; there is one at most, since the host is known after it. */
export function lookUpOf(
  lookUps: readonly LookUpReport[],
  host: number | undefined,
): LookUpReport | undefined {
  return lookUps.find((each) => each.host === host && each.failure === null)
}

const moment = ({ sentMs }: FetchReport): number => sentMs ?? Number.POSITIVE_INFINITY

const FRAME = 'graph'
/** The replayer does not see how long a response's head was. */
const UNKNOWN = -1
/** Any: moments of one load are compared with each other alone. */
const BASE_S = 1_000

/**
 * A replayed load as a browser's events, so that its HAR is made as those of browsers are.
 * @param startMs wall time, milliseconds since 1970
 */
export function graphEvents(order: GraphOrder, report: GraphReport, startMs: number): CdpEvent[] {
  const events: (CdpEvent & { readonly atMs: number })[] = []
  const add = (atMs: number, method: CdpEvent['method'], params: object): void => {
    events.push({ method, params: { ...params, timestamp: BASE_S + atMs / 1_000 }, atMs } as never)
  }
  for (const [index, fetch] of loadedFetches(order, report).entries()) {
    const { url, asked, report: came } = fetch
    const requestId = `${came.node}`
    const type = index === 0 ? 'Document' : 'Other'
    add(came.dueMs, 'Network.requestWillBeSent', {
      ...{ requestId, loaderId: '0', documentURL: url, frameId: FRAME, type },
      request: {
        url,
        method: asked.method,
        headers: Object.fromEntries(order.fieldSets[asked.fields] ?? []),
        initialPriority: 'Medium',
      },
      initiator: { type: 'other' },
      wallTime: (startMs + came.dueMs) / 1_000,
    })
    if (came.firstByteMs !== null)
      add(came.firstByteMs, 'Network.responseReceived', {
        ...{ requestId, frameId: FRAME, type, response: responseOf(order, report, fetch) },
      })
    if (came.finishedMs === null) continue
    if (came.bodyBytes > 0)
      add(came.finishedMs, 'Network.dataReceived', {
        ...{ requestId, dataLength: came.bodyBytes, encodedDataLength: 0 },
      })
    if (came.failure === null)
      add(came.finishedMs, 'Network.loadingFinished', { requestId, encodedDataLength: UNKNOWN })
    else
      add(came.finishedMs, 'Network.loadingFailed', {
        ...{ requestId, type, errorText: came.failure, canceled: false },
      })
  }
  if (report.loadMs !== null) add(report.loadMs, 'Page.loadEventFired', {})
  return events.sort((a, b) => a.atMs - b.atMs).map(({ atMs: _, ...event }) => event as CdpEvent)
}

function responseOf(
  { hosts, protocol }: GraphOrder,
  { connections, lookUps }: GraphReport,
  { url, asked, report, isFirst }: LoadedFetch,
): Partial<Protocol.Network.Response> {
  const number = report.connection ?? 0
  const connection = connections[number]
  const host = hosts[connection?.host ?? asked.host]?.host
  const since = (ms: number | null | undefined): number => Math.max(0, (ms ?? 0) - report.dueMs)
  const sent = since(report.sentMs)
  const opened = isFirst && connection !== undefined
  const lookUp = lookUpOf(lookUps, asked.host)
  const waited = lookUp !== undefined && (lookUp.endedMs ?? 0) > report.dueMs
  const connectStart = opened ? since(connection.begunMs) : -1
  return {
    url,
    status: asked.status,
    statusText: '',
    headers: {},
    mimeType: '',
    protocol: ALPN[connection?.protocol ?? protocol],
    connectionId: number + 1,
    connectionReused: !isFirst,
    ...(host && { remoteIPAddress: host.address, remotePort: host.port }),
    encodedDataLength: UNKNOWN,
    timing: {
      requestTime: BASE_S + report.dueMs / 1_000,
      ...{ proxyStart: -1, proxyEnd: -1 },
      dnsStart: waited ? since(lookUp.begunMs) : -1,
      dnsEnd: waited ? since(lookUp.endedMs) : -1,
      connectStart,
      connectEnd: opened ? since(connection.readyMs) : -1,
      sslStart: opened ? since(connection.tcpConnectedMs ?? connection.begunMs) : -1,
      sslEnd: opened ? since(connection.readyMs) : -1,
      ...{ workerStart: -1, workerReady: -1, workerFetchStart: -1, workerRespondWithSettled: -1 },
      sendStart: sent,
      sendEnd: sent,
      ...{ pushStart: 0, pushEnd: 0 },
      receiveHeadersStart: since(report.firstByteMs),
      receiveHeadersEnd: since(report.firstByteMs),
    } as Protocol.Network.ResourceTiming,
  }
}
