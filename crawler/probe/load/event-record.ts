import { type CdpEvent, requestIdOf } from './cdp-event.ts'

/** Nothing is computed from these: lifecycle events are many, and come for each frame. */
const NOT_STORED = new Set<CdpEvent['method']>(['Page.lifecycleEvent', 'Page.javascriptDialogOpening'])

/** Whether a URL is fetched over the network. */
export const isFetched = (url: string): boolean => /^https?:/i.test(url)

/** The events of one load as they came, with the sums that its limits are about. */
export class EventRecord {
  readonly events: CdpEvent[] = []
  /** Requests that went to the network, or would have. */
  requests = 0
  decodedBytes = 0
  /** Counted as the browser does. */
  encodedBytes = 0
  readonly #encodedByRequest = new Map<string, number>()
  /** Requests of `data:`, `blob:` and such, whose URLs may be megabytes. */
  readonly #local = new Set<string>()

  add(event: CdpEvent): void {
    const requestId = requestIdOf(event)
    if (event.method === 'Network.requestWillBeSent') {
      const { request, redirectResponse } = event.params
      if (isFetched(request.url)) this.requests += 1
      // A redirect to such a URL came by the network itself.
      else if (!redirectResponse) this.#local.add(event.params.requestId)
    }
    if (requestId !== null && this.#local.has(requestId)) return
    if (event.method === 'Network.dataReceived') {
      const { dataLength, encodedDataLength } = event.params
      this.decodedBytes += dataLength
      this.#setEncoded(
        event.params.requestId,
        (this.#encodedByRequest.get(event.params.requestId) ?? 0) + encodedDataLength,
      )
    }
    // The whole of it, headers included; the pieces do not always add up to it.
    if (event.method === 'Network.loadingFinished')
      this.#setEncoded(event.params.requestId, Math.max(0, event.params.encodedDataLength))
    if (!NOT_STORED.has(event.method)) this.events.push(event)
  }

  #setEncoded(requestId: string, bytes: number): void {
    this.encodedBytes += bytes - (this.#encodedByRequest.get(requestId) ?? 0)
    this.#encodedByRequest.set(requestId, bytes)
  }
}
