import type { Protocol } from 'puppeteer'
import type { CdpEvent } from './cdp-event.ts'
import { isFetched } from './event-record.ts'
import type { RequestRecord } from './load.ts'
import { addressOf, connectionOf } from './response-connection.ts'

/** Names and characters of a value that are kept of a response's headers: some servers send megabytes of them. */
const MAX_HEADERS = 64
const MAX_VALUE = 1_024

type Draft = { -readonly [Key in keyof RequestRecord]: RequestRecord[Key] }

/** The requests in the events, in the order in which they were started, each redirect of a chain on its own. */
export function requestsOf(events: readonly CdpEvent[], mainFrameId: string): RequestRecord[] {
  const collector = new RequestCollector(mainFrameId)
  for (const event of events) collector.add(event)
  return collector.requests
}

class RequestCollector {
  readonly requests: Draft[] = []
  readonly #mainFrameId: string
  /** The last hop of each request. */
  readonly #last = new Map<string, Draft>()
  /** Headers as they were on the wire, whose event may come before or after the response's. */
  readonly #raw = new Map<string, Protocol.Network.Headers>()
  /** Requests whose status line says HTTP/1.0; over TLS the browser reports only ALPN's choice, HTTP/1.1. */
  readonly #http10 = new Set<string>()

  constructor(mainFrameId: string) {
    this.#mainFrameId = mainFrameId
  }

  add(event: CdpEvent): void {
    switch (event.method) {
      case 'Network.requestWillBeSent':
        this.#onRequest(event.params)
        break
      case 'Network.responseReceivedExtraInfo':
        this.#onRawHeaders(event.params)
        break
      case 'Network.responseReceived': {
        const draft = this.#last.get(event.params.requestId)
        if (draft) this.#setResponse(draft, event.params.response)
        break
      }
      case 'Network.loadingFinished': {
        const draft = this.#last.get(event.params.requestId)
        const { encodedDataLength } = event.params
        if (draft) draft.encodedBytes = encodedDataLength >= 0 ? encodedDataLength : null
        break
      }
      case 'Network.loadingFailed': {
        const draft = this.#last.get(event.params.requestId)
        if (draft) draft.error = event.params.errorText
        break
      }
    }
  }

  #onRequest(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, loaderId, frameId, type, request, redirectResponse } = event
    const before = this.#last.get(requestId)
    if (before && redirectResponse) {
      this.#setResponse(before, redirectResponse)
      before.encodedBytes = redirectResponse.encodedDataLength
    }
    if (!isFetched(request.url)) return
    const draft: Draft = {
      requestId,
      url: request.url,
      isMainDocument: type === 'Document' && frameId === this.#mainFrameId && requestId === loaderId,
      protocol: null,
      status: null,
      remoteAddress: null,
      connectionId: null,
      error: null,
      responseHeaders: {},
      encodedBytes: null,
    }
    this.requests.push(draft)
    this.#last.set(requestId, draft)
  }

  #onRawHeaders(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void {
    const { requestId, headers, headersText, statusCode } = event
    const isHttp10 = /^HTTP\/1\.0\b/i.test(headersText ?? '')
    const draft = this.#last.get(requestId)
    if (draft && draft.status !== null && draft.status === statusCode) {
      draft.responseHeaders = lowerCase(headers)
      if (isHttp10) draft.protocol = 'http/1.0'
    } else {
      this.#raw.set(requestId, headers)
      if (isHttp10) this.#http10.add(requestId)
    }
  }

  #setResponse(draft: Draft, response: Protocol.Network.Response): void {
    // The browser says HTTP/1.1 of what a service worker made up; what it asked for is a request of its own.
    draft.protocol = response.fromServiceWorker ? null : (response.protocol ?? null)
    if (this.#http10.delete(draft.requestId)) draft.protocol = 'http/1.0'
    draft.status = response.status
    draft.remoteAddress = addressOf(response)
    draft.connectionId = connectionOf(response)
    draft.responseHeaders = lowerCase(this.#raw.get(draft.requestId) ?? response.headers)
    this.#raw.delete(draft.requestId)
  }
}

function lowerCase(headers: Protocol.Network.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name.toLowerCase(), value.slice(0, MAX_VALUE)]),
  )
}
