import type { Protocol } from 'puppeteer'
import type { ArrivedPart } from '../../crawler/metrics/unqueued-waits.ts'
import type { CdpEvent } from '../../crawler/probe/load/cdp-event.ts'
import { isFetched } from '../../crawler/probe/load/event-record.ts'
import { addressOf, connectionOf } from '../../crawler/probe/load/response-connection.ts'

/** A request as DevTools shows it, each redirect of a chain on its own. Times in milliseconds of the browser's clock. */
export interface PageRequest {
  readonly requestId: string
  readonly method: string
  readonly url: string
  /** URL of the page, frame or worker that asked. */
  readonly documentUrl: string
  readonly resourceType: string | null
  readonly priority: string
  readonly initiator: Protocol.Network.Initiator
  readonly startedMs: number
  /** Pieces of its body, base64; null where it has none. A piece that the browser does not show is undefined. */
  readonly postData: readonly (string | undefined)[] | null
  /** The hop before, whose redirect led here. */
  readonly redirectedFrom: PageRequest | null
  readonly answer: PageAnswer | null
  readonly finishedMs: number | null
  /** Decoded parts as they came. */
  readonly parts: readonly ArrivedPart[]
  /** Size of the whole response, as transferred; null where the browser does not say. */
  readonly transferredBytes: number | null
  readonly error: string | null
  /** Answered from the page's memory, with no request to the network. */
  readonly isFromMemory: boolean
}

export interface PageAnswer {
  readonly protocol: string | null
  readonly address: string | null
  /** Is null where no connection carried it: from a cache or a service worker. */
  readonly connection: string | null
  readonly isConnectionReused: boolean
  /** A 103 came before it (RFC 8297). */
  readonly hasInterim: boolean
  /** Size of all heads, interim ones included, as transferred; null where the browser does not say. */
  readonly headBytes: number | null
  /** Is null where the browser gives none, as for what a cache answered. */
  readonly timing: Protocol.Network.ResourceTiming | null
  readonly security: Protocol.Network.SecurityDetails | null
}

type Draft = { -readonly [Key in keyof Omit<PageRequest, 'parts'>]: PageRequest[Key] } & {
  readonly parts: ArrivedPart[]
}

export function pageRequests(events: readonly CdpEvent[]): PageRequest[] {
  const requests: Draft[] = []
  const last = new Map<string, Draft>()
  const interim = new Set<string>()
  for (const { method, params } of events) {
    if (!('requestId' in params)) continue
    const draft = last.get(params.requestId)
    if (method === 'Network.requestWillBeSent') {
      const { redirectResponse } = params
      if (draft && redirectResponse) {
        draft.answer = answerOf(redirectResponse)
        draft.transferredBytes = Math.max(0, redirectResponse.encodedDataLength)
      }
      if (!isFetched(params.request.url)) continue
      const started = startedRequest(params, draft !== undefined && redirectResponse ? draft : null)
      requests.push(started)
      last.set(params.requestId, started)
    } else if (draft === undefined) continue
    else if (method === 'Network.requestServedFromCache') draft.isFromMemory = true
    else if (method === 'Network.responseReceivedEarlyHints') interim.add(params.requestId)
    else if (method === 'Network.resourceChangedPriority') draft.priority = params.newPriority
    else if (method === 'Network.responseReceived') {
      draft.answer = answerOf(params.response, interim.has(params.requestId))
      draft.resourceType = params.type
    } else if (method === 'Network.dataReceived')
      draft.parts.push({ atMs: params.timestamp * 1_000, bytes: params.dataLength })
    else if (method === 'Network.loadingFinished') {
      draft.finishedMs = params.timestamp * 1_000
      draft.transferredBytes = Math.max(0, params.encodedDataLength)
    } else if (method === 'Network.loadingFailed') draft.error = params.errorText
  }
  return requests.toSorted((a, b) => a.startedMs - b.startedMs)
}

function startedRequest(
  event: Protocol.Network.RequestWillBeSentEvent,
  redirectedFrom: PageRequest | null,
): Draft {
  const { requestId, request, timestamp, type, initiator, documentURL } = event
  return {
    requestId,
    method: request.method,
    url: request.url,
    documentUrl: documentURL,
    resourceType: type ?? null,
    priority: request.initialPriority,
    initiator,
    startedMs: timestamp * 1_000,
    postData: request.hasPostData
      ? (request.postDataEntries?.map(({ bytes }) => bytes) ?? [undefined])
      : null,
    redirectedFrom,
    answer: null,
    finishedMs: null,
    parts: [],
    transferredBytes: null,
    error: null,
    isFromMemory: false,
  }
}

function answerOf(response: Protocol.Network.Response, hasInterim = false): PageAnswer {
  return {
    protocol: response.protocol ?? null,
    address: addressOf(response),
    connection: connectionOf(response),
    isConnectionReused: response.connectionReused,
    hasInterim,
    headBytes: response.encodedDataLength >= 0 ? response.encodedDataLength : null,
    timing: response.timing ?? null,
    security: response.securityDetails ?? null,
  }
}
