import type { Protocol } from 'puppeteer'
import type { CdpEvent, RequestRecord } from './load.ts'
import { isFetched } from './record-events.ts'

/** Names and characters of a value that are kept of a response's headers: some servers send megabytes of them. */
const MAX_HEADERS = 64
const MAX_VALUE = 1_024

type Draft = { -readonly [Key in keyof RequestRecord]: RequestRecord[Key] }

/** The requests that the events tell of, in the order in which they were made, each redirect of a chain on its own. */
export function requestsOf(events: readonly CdpEvent[], mainFrameId: string): RequestRecord[] {
  const requests: Draft[] = []
  /** The last hop of each request. */
  const last = new Map<string, Draft>()
  /** Headers as they were on the wire, which may be told before or after the response is. */
  const raw = new Map<string, Protocol.Network.Headers>()
  /** Requests whose answer's status line says HTTP/1.0; over TLS the browser tells of ALPN's choice only, HTTP/1.1. */
  const http10 = new Set<string>()
  const answer = (draft: Draft, response: Protocol.Network.Response): void => {
    draft.protocol = response.protocol ?? null
    if (http10.delete(draft.requestId)) draft.protocol = 'http/1.0'
    draft.status = response.status
    draft.remoteAddress = addressOf(response)
    draft.connectionId = connectionOf(response)
    draft.responseHeaders = lowerCase(raw.get(draft.requestId) ?? response.headers)
    raw.delete(draft.requestId)
  }
  for (const { method, params } of events) {
    if (method === 'Network.requestWillBeSent') {
      const event = params as unknown as Protocol.Network.RequestWillBeSentEvent
      const before = last.get(event.requestId)
      if (before && event.redirectResponse) {
        answer(before, event.redirectResponse)
        before.encodedBytes = event.redirectResponse.encodedDataLength
      }
      if (!isFetched(event.request.url)) continue
      const draft: Draft = {
        requestId: event.requestId,
        url: event.request.url,
        isMainDocument:
          event.type === 'Document' && event.frameId === mainFrameId && event.requestId === event.loaderId,
        protocol: null,
        status: null,
        remoteAddress: null,
        connectionId: null,
        error: null,
        responseHeaders: {},
        encodedBytes: null,
      }
      requests.push(draft)
      last.set(event.requestId, draft)
      continue
    }
    const draft = last.get(String(params.requestId))
    if (method === 'Network.responseReceivedExtraInfo') {
      const event = params as unknown as Protocol.Network.ResponseReceivedExtraInfoEvent
      const isHttp10 = /^HTTP\/1\.0\b/i.test(event.headersText ?? '')
      if (draft && draft.status !== null && draft.status === event.statusCode) {
        draft.responseHeaders = lowerCase(event.headers)
        if (isHttp10) draft.protocol = 'http/1.0'
      } else {
        raw.set(event.requestId, event.headers)
        if (isHttp10) http10.add(event.requestId)
      }
    }
    if (draft === undefined) continue
    if (method === 'Network.responseReceived')
      answer(draft, (params as unknown as Protocol.Network.ResponseReceivedEvent).response)
    if (method === 'Network.loadingFinished') {
      const { encodedDataLength } = params as unknown as Protocol.Network.LoadingFinishedEvent
      draft.encodedBytes = encodedDataLength >= 0 ? encodedDataLength : null
    }
    if (method === 'Network.loadingFailed')
      draft.error = (params as unknown as Protocol.Network.LoadingFailedEvent).errorText
  }
  return requests
}

/** Without the brackets that the browser puts around IPv6; null where nothing was connected to. */
export function addressOf({ remoteIPAddress }: Protocol.Network.Response): string | null {
  return remoteIPAddress ? remoteIPAddress.replace(/^\[|\]$/g, '') : null
}

/** Null for a response that no connection carried: from a cache or a service worker. */
export function connectionOf(response: Protocol.Network.Response): string | null {
  const { connectionId, fromDiskCache, fromServiceWorker, fromPrefetchCache } = response
  // 0 is the browser's word for none.
  if (!connectionId || fromDiskCache || fromServiceWorker || fromPrefetchCache) return null
  return String(connectionId)
}

function lowerCase(headers: Protocol.Network.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name.toLowerCase(), value.slice(0, MAX_VALUE)]),
  )
}
