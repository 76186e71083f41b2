import type { Protocol } from 'puppeteer'
import type { CdpEvent } from './load.ts'

/** Of the page's session, and of those of its frames in other processes and its workers. */
export const NETWORK_EVENTS = [
  'Network.requestWillBeSent',
  'Network.requestWillBeSentExtraInfo',
  'Network.requestServedFromCache',
  'Network.responseReceived',
  'Network.responseReceivedExtraInfo',
  'Network.dataReceived',
  'Network.resourceChangedPriority',
  'Network.loadingFinished',
  'Network.loadingFailed',
] as const

/** Of the page's session alone. */
export const PAGE_EVENTS = [
  'Page.frameAttached',
  'Page.frameNavigated',
  'Page.lifecycleEvent',
  'Page.domContentEventFired',
  'Page.loadEventFired',
  'Page.downloadWillBegin',
  'Page.javascriptDialogOpening',
  'Inspector.targetCrashed',
] as const

/** What nothing is computed from: lifecycle events are many, and come for each frame. */
const NOT_KEPT = new Set<string>(['Page.lifecycleEvent', 'Page.javascriptDialogOpening'])

/** Whether a URL is asked for over the network. */
export const isFetched = (url: string): boolean => /^https?:/i.test(url)

/** The events of one load as they came, with the sums that its limits are about. */
export class EventRecord {
  readonly events: CdpEvent[] = []
  /** Requests that went to the network, or would have. */
  requests = 0
  decodedBytes = 0
  /** As the browser counts them. */
  encodedBytes = 0
  readonly #encodedOf = new Map<string, number>()
  /** Requests of `data:`, `blob:` and such, whose URLs may be megabytes. */
  readonly #local = new Set<string>()

  add(method: string, params: object): void {
    const { requestId } = params as { requestId?: string }
    if (method === 'Network.requestWillBeSent') {
      const { request, redirectResponse } = params as Protocol.Network.RequestWillBeSentEvent
      if (isFetched(request.url)) this.requests += 1
      // What redirects to such a URL came by the network itself.
      else if (!redirectResponse) this.#local.add(requestId ?? '')
    }
    if (requestId !== undefined && this.#local.has(requestId)) return
    if (method === 'Network.dataReceived') {
      const { dataLength, encodedDataLength } = params as Protocol.Network.DataReceivedEvent
      this.decodedBytes += dataLength
      this.#encoded(requestId ?? '', (this.#encodedOf.get(requestId ?? '') ?? 0) + encodedDataLength)
    }
    if (method === 'Network.loadingFinished') {
      // The whole of it, headers included; the pieces do not always add up to it.
      const { encodedDataLength } = params as Protocol.Network.LoadingFinishedEvent
      this.#encoded(requestId ?? '', Math.max(0, encodedDataLength))
    }
    if (!NOT_KEPT.has(method)) this.events.push({ method, params: params as CdpEvent['params'] })
  }

  #encoded(requestId: string, bytes: number): void {
    this.encodedBytes += bytes - (this.#encodedOf.get(requestId) ?? 0)
    this.#encodedOf.set(requestId, bytes)
  }
}
