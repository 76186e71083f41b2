import type { Load, RequestRecord } from '../../../crawler/probe/load/load.ts'
import type { ConnectionRecord, PageTimings } from '../../../model/artifacts.ts'
import { FAILURE_CODES, type FailureCode } from '../../../model/failure-codes.ts'
import { ALPN, graphEvents, type LoadedFetch, loadedFetches, lookUpOf } from './graph-events.ts'
import type { GraphOrder } from './graph-order.ts'
import type { GraphReport } from './graph-report.ts'
import { replayedPath } from './replayed-path.ts'

interface GraphLoadOptions {
  readonly order: GraphOrder
  readonly report: GraphReport
  /** The node that is the page's document, and those of the redirects before it. */
  readonly documents: readonly number[]
  /** Wall time, milliseconds since 1970. */
  readonly startMs: number
  readonly wallMs: number
}

/** A replayed load as a browser's, with what a replay has of it: no paints, and no byte of a response's head. */
export function graphLoad({ order, report, documents, startMs, wallMs }: GraphLoadOptions): Load {
  const fetches = loadedFetches(order, report)
  const requests = fetches.map((fetch) => requestOf(order, report, fetch, documents))
  const document = requests.findLast(({ isMainDocument }) => isMainDocument)
  const arrived = document !== undefined && document.error === null && document.status !== null
  return {
    startedAt: new Date(startMs).toISOString(),
    failure: failureOf(report, document),
    status: document?.status ?? null,
    finalUrl: arrived ? document.url : null,
    protocol: document?.protocol ?? null,
    events: graphEvents(order, report, startMs),
    timings: { ...timingsOf(report, fetches, documents, startMs), ...pathOf(order, report) },
    requests,
    connections: connectionsOf(order, report, fetches),
    filmstrip: null,
    wallMs,
  }
}

function requestOf(
  { hosts, protocol }: GraphOrder,
  { connections }: GraphReport,
  { asked, url, report }: LoadedFetch,
  documents: readonly number[],
): RequestRecord {
  const isAnswered = report.firstByteMs !== null
  const connection = connections[report.connection ?? -1]
  const address = hosts[connection?.host ?? asked.host]?.host.address ?? null
  return {
    requestId: `${report.node}`,
    url,
    isMainDocument: documents.includes(report.node),
    protocol: isAnswered ? ALPN[connection?.protocol ?? protocol] : null,
    // Another one is the failure `wrong_status`.
    status: isAnswered && report.failure !== 'wrong_status' ? asked.status : null,
    remoteAddress: connection === undefined ? null : address,
    connectionId: report.connection === null ? null : `${report.connection + 1}`,
    error: report.failure,
    responseHeaders: {},
    encodedBytes: null,
  }
}

function pathOf(order: GraphOrder, report: GraphReport): Pick<PageTimings, 'path'> {
  const path = replayedPath(order, report)
  return path === null ? {} : { path: { networkMs: path.networkMs, computeMs: path.computeMs } }
}

function failureOf({ loadMs, endMs }: GraphReport, document: RequestRecord | undefined): Load['failure'] {
  if (document === undefined) return { code: 'page_timeout', detail: 'the document was never asked for' }
  if (document.error !== null)
    return { code: failureCode(document.error), detail: `the document failed: ${document.error}` }
  if (loadMs === null) return { code: 'page_timeout', detail: `no load event within ${endMs.toFixed(0)} ms` }
  return null
}

/** Names that both lists have mean the same. */
function failureCode(failure: string): FailureCode {
  if (failure === 'name_unresolved') return 'page_dns'
  return FAILURE_CODES.find((code) => code === failure) ?? 'unknown_failure'
}

function timingsOf(
  { loadMs, connections, lookUps }: GraphReport,
  fetches: readonly LoadedFetch[],
  documents: readonly number[],
  startMs: number,
): PageTimings {
  const found = fetches.find(({ report }) => report.node === documents.at(-1))
  const document = found?.report
  const connection = found?.isFirst ? connections[document?.connection ?? -1] : undefined
  const navigation: Record<string, number | string> = { startTime: 0 }
  if (document !== undefined) {
    navigation.requestStart = document.sentMs ?? 0
    navigation.responseStart = document.firstByteMs ?? 0
    navigation.responseEnd = document.finishedMs ?? 0
  }
  const lookUp = lookUpOf(lookUps, found?.asked.host)
  if (lookUp !== undefined && lookUp.endedMs !== null) {
    navigation.domainLookupStart = lookUp.begunMs
    navigation.domainLookupEnd = lookUp.endedMs
  }
  // Nothing is known of a connection that was there before.
  if (connection !== undefined) {
    navigation.connectStart = connection.begunMs
    navigation.secureConnectionStart = connection.tcpConnectedMs ?? connection.begunMs
    navigation.connectEnd = connection.readyMs ?? 0
    if (connection.protocol !== null) navigation.nextHopProtocol = ALPN[connection.protocol]
  }
  navigation.loadEventStart = loadMs ?? 0
  return {
    timeOriginMs: startMs,
    navigationStartsMs: [0],
    navigation,
    paints: [],
    largestContentfulPaints: [],
    resources: [],
  }
}

function connectionsOf(
  { hosts }: GraphOrder,
  { connections }: GraphReport,
  fetches: readonly LoadedFetch[],
): ConnectionRecord[] {
  return connections.flatMap((connection, number): ConnectionRecord[] => {
    const carried = fetches.filter(({ report }) => report.connection === number)
    if (carried.length === 0 || connection.protocol === null) return []
    const { begunMs, readyMs, tcpConnectedMs, protocol } = connection
    const host = hosts[connection.host]?.host
    return [
      {
        id: `${number + 1}`,
        protocol: ALPN[protocol],
        remoteAddress: host?.address ?? null,
        remotePort: host?.port ?? null,
        hosts: [...new Set(carried.map(({ url }) => new URL(url).hostname))],
        requests: carried.length,
        connectMs: readyMs === null ? null : readyMs - begunMs,
        sslMs: readyMs === null ? null : readyMs - (tcpConnectedMs ?? begunMs),
      },
    ]
  })
}
