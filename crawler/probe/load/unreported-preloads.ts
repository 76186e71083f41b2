import type { Protocol } from 'puppeteer'
import type { CdpEvent } from './cdp-event.ts'
import { isFetched } from './event-record.ts'

type Sent = Protocol.Network.RequestWillBeSentEvent

/**
 * Tells, as events of requests that ended without a response, what a 103 made Chromium ask for (RFC 8297) and it does not
 * tell: of a preload it reports what the page takes from the cache later, and nothing where the page asks once more, as
 * for what must not be stored, or never asks.
 */
export function unreportedPreloads(events: readonly CdpEvent[]): CdpEvent[] {
  const documents = new Map<string, Sent>()
  const hinted: { readonly document: Sent; readonly urls: readonly string[] }[] = []
  const answeredS = new Map<string, number>()
  const taken = new Set<string>()
  for (const { method, params } of events) {
    if (method === 'Network.requestWillBeSent') documents.set(params.requestId, params)
    if (method === 'Network.responseReceivedEarlyHints') {
      const document = documents.get(params.requestId)
      if (document) hinted.push({ document, urls: preloads(params.headers, document.request.url) })
    }
    if (method !== 'Network.responseReceived') continue
    const { url, timing } = params.response
    const { fromEarlyHints } = params.response as { readonly fromEarlyHints?: boolean }
    if (fromEarlyHints) taken.add(url)
    // The first byte of any response is that of the 103.
    if (timing)
      answeredS.set(params.requestId, timing.requestTime + (timing.receiveHeadersStart ?? 0) / 1_000)
  }
  return hinted.flatMap(({ document, urls }) => {
    const timestamp = answeredS.get(document.requestId) ?? document.timestamp
    const wallTime = document.wallTime + timestamp - document.timestamp
    return [...new Set(urls)]
      .filter((url) => !taken.has(url))
      .flatMap((url): CdpEvent[] => {
        const requestId = `103 ${url}`
        const request = { ...document.request, url, method: 'GET', headers: {} }
        const initiator = { type: 'preload', url: document.request.url } as const
        const { redirectResponse: _, ...sent } = document
        return [
          {
            method: 'Network.requestWillBeSent',
            params: { ...sent, requestId, request, timestamp, wallTime, initiator, type: 'Other' },
          },
          { method: 'Network.loadingFinished', params: { requestId, timestamp, encodedDataLength: -1 } },
        ]
      })
  })
}

/** Reads `Link` fields (RFC 8288); the browser joins several lines of one name by line ends. */
function preloads(headers: Readonly<Record<string, string>>, base: string): string[] {
  const [, value = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'link') ?? []
  return [...value.matchAll(/<([^>]*)>([^,\n]*)/g)].flatMap(([, target = '', parameters = '']) => {
    if (!/;\s*rel="?(?:modulepreload|preload)\b/i.test(parameters)) return []
    const url = URL.parse(target, base)?.href
    return url !== undefined && isFetched(url) ? [url] : []
  })
}
