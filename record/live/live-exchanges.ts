import type { Exchange } from '../../model/recording/exchange.ts'
import type { RecordingFolder } from '../folder/write-recording.ts'
import type { HeaderRemoval } from '../identifying-headers.ts'
import type { NetlogRequest } from '../netlog/netlog-requests.ts'
import { recordedUrl } from '../recorded-url.ts'
import { exact, findAgain } from './find-again.ts'
import { exchangePart, type SeenRequest } from './live-exchange.ts'
import type { PageRequest } from './page-request.ts'

/** Clocks of two processes; the browser's navigation starts before the network's request does. */
const EARLY_MS = 50

/**
 * The requests that a page made over the network: those of the network log that DevTools shows too, or that an origin asked
 * for. What the browser asks for itself, such as a robots.txt for us, has neither.
 */
export function seenRequests(
  sent: readonly NetlogRequest[],
  page: readonly PageRequest[],
): { readonly seen: SeenRequest[]; readonly unsent: PageRequest[] } {
  const startedMs = (page[0]?.startedMs ?? 0) - EARLY_MS
  const over = sent.filter(
    (request) => request.startedMs >= startedMs && /^https?:/.test(request.url) && !isFromCache(request),
  )
  const shown = page.filter(({ isFromMemory }) => !isFromMemory)
  const pairs = findAgain(over, shown, [exact])
  const seen = over.flatMap((request): SeenRequest[] => {
    const pair = pairs.get(request)
    return pair === undefined && request.initiator === null ? [] : [{ sent: request, page: pair ?? null }]
  })
  const paired = new Set(pairs.values())
  return { seen, unsent: shown.filter((request) => !paired.has(request) && request.error !== null) }
}

/** No network was asked: a cache answered, or was asked alone and had nothing, as for fonts. */
const isFromCache = ({ requestHeaders, error }: NetlogRequest): boolean =>
  requestHeaders === null && (error === null || error === 'net::ERR_CACHE_MISS')

export async function liveExchanges(
  seen: readonly SeenRequest[],
  folder: RecordingFolder,
  removal: HeaderRemoval,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const byPage = new Map(seen.flatMap(({ page }, id) => (page === null ? [] : [[page, id] as const])))
  const byRequestId = new Map(
    seen.flatMap(({ page }, id) => (page === null ? [] : [[page.requestId, id] as const])),
  )
  const byUrl = new Map(seen.map(({ sent }, id) => [recordedUrl(sent.url), id]))
  const workers = new Set(seen.filter(isWorkerScript).map(({ sent }) => recordedUrl(sent.url)))
  for (const [id, each] of seen.entries()) {
    const { page } = each
    exchanges.push({
      ...(await exchangePart(each, folder, removal)),
      id,
      redirectedFrom: page?.redirectedFrom == null ? null : (byPage.get(page.redirectedFrom) ?? null),
      initiator:
        page === null ? { type: 'other', exchange: null } : initiatorOf(page, id, byRequestId, byUrl),
      fromServiceWorker: isWorkers(each, workers),
      timings: [],
    })
  }
  return exchanges
}

/** A service worker's requests have its script for a document; its script itself is asked for by the page. */
function isWorkers(request: SeenRequest, workers: ReadonlySet<string>): boolean {
  if (request.page === null) return workers.size > 0
  return workers.has(recordedUrl(request.page.documentUrl)) && !isWorkerScript(request)
}

/** A service worker's script is asked for with this field (Service Workers, 4.2). */
export const isWorkerScript = ({ sent }: SeenRequest): boolean =>
  sent.requestHeaders?.some(([name]) => name.toLowerCase() === 'service-worker') === true

function initiatorOf(
  { initiator }: PageRequest,
  id: number,
  byRequestId: ReadonlyMap<string, number>,
  byUrl: ReadonlyMap<string, number>,
): Exchange['initiator'] {
  const url = initiator.url ?? initiator.stack?.callFrames[0]?.url
  const found =
    (initiator.requestId === undefined ? undefined : byRequestId.get(initiator.requestId)) ??
    (url === undefined ? undefined : byUrl.get(recordedUrl(url)))
  return { type: initiator.type, exchange: found === undefined || found === id ? null : found }
}
