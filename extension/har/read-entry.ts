import { readPriority } from '../../har/priority.ts'
import { type ProtocolName, protocolName } from '../../har/protocol-name.ts'
import { readRenderBlocking } from '../../har/render-blocking.ts'
import { resourceType } from '../../har/resource-type.ts'
import { brandedBrowser, isAutomation, userAgentBrowser } from './har-browser.ts'
import type { HarEntry, HarTimings } from './har-file.ts'
import { dateMs, finite, isObject, type Json, listOf, objectOf, textOf } from './read-value.ts'

/**
 * An entry of a HAR, taken over field by field (safety.md P1). Neither headers nor cookies, bodies or addresses of servers
 * are kept; of `User-Agent` and `Sec-CH-UA` the browser’s family and version, of `Referer` the origin, `Alt-Svc`, and where a
 * redirect leads.
 */
export function readEntry(entry: Json): HarEntry {
  const request = objectOf(entry.request)
  const response = objectOf(entry.response)
  const pageref = textOf(entry.pageref)
  const userAgent = headerOf(request, 'user-agent')
  const destination = headerOf(request, 'sec-fetch-dest')
  return {
    pageref: pageref === '' ? null : pageref,
    startedMs: dateMs(entry.startedDateTime),
    timeMs: finite(entry.time),
    url: textOf(request.url),
    status: finite(response.status),
    mimeType: (textOf(objectOf(response.content).mimeType).split(';')[0] ?? '').trim().toLowerCase(),
    type: resourceType(textOf(objectOf(response.content).mimeType), entry._resourceType),
    protocol: protocolOf(entry, response),
    connection: connectionOf(entry),
    initialPriority: readPriority(entry._initialPriority),
    priority: readPriority(entry._priority),
    renderBlocking: readRenderBlocking(entry._renderBlocking),
    timings: readTimings(objectOf(entry.timings)),
    sizeBytes: transferSize(response),
    fromCache: isFromCache(entry, response),
    redirectUrl: textOf(response.redirectURL) || headerOf(response, 'location'),
    altSvc: listOf(response.headers).length === 0 ? null : headersOf(response, 'alt-svc'),
    isDocument: typeof entry._resourceType === 'string' ? entry._resourceType === 'document' : null,
    destination: destination === '' ? null : destination === 'document' ? 'document' : 'other',
    refererOrigin: URL.parse(headerOf(request, 'referer'))?.origin ?? null,
    browser: brandedBrowser(headerOf(request, 'sec-ch-ua')) ?? userAgentBrowser(userAgent),
    automated: isAutomation(userAgent),
  }
}

/** WebPageTest has the protocol apart, and in `httpVersion` whatever stood in the first line of the response. */
function protocolOf(entry: Json, response: Json): ProtocolName | null {
  // Nothing came, as a rule; a page’s own clock does not always show the status (see page-har.ts).
  if (finite(response.status) === 0 && entry._towline === undefined) return null
  return protocolName(entry._protocol) ?? protocolName(response.httpVersion)
}

/** Makers write 0 or -1 where there was none. */
function connectionOf({ connection, _connectionId }: Json): string | null {
  const id = textOf(connection) || textOf(_connectionId)
  return id === '' || id === '0' || id === '-1' || id.length > LONGEST_ID ? null : id
}

const LONGEST_ID = 64

function readTimings(timings: Json): HarTimings {
  return {
    blocked: finite(timings.blocked),
    dns: finite(timings.dns),
    connect: finite(timings.connect),
    ssl: finite(timings.ssl),
    send: finite(timings.send),
    wait: finite(timings.wait),
    receive: finite(timings.receive),
  }
}

/** Chromium’s `_transferSize`, else head and body as HAR has them. */
function transferSize(response: Json): number | null {
  const transferred = finite(response._transferSize)
  if (transferred !== null) return transferred >= 0 ? transferred : null
  const [head, body] = [finite(response.headersSize) ?? -1, finite(response.bodySize) ?? -1]
  return head >= 0 && body >= 0 ? head + body : null
}

/** `cache.beforeRequest` stands for a cached copy, used or not; what was used has no size, or says so. */
function isFromCache(entry: Json, response: Json): boolean {
  const marks = [
    entry._fromCache,
    response._fromDiskCache,
    response._fromServiceWorker,
    response._fromPrefetchCache,
  ]
  if (marks.some((mark) => mark === true || mark === 'memory' || mark === 'disk')) return true
  return response._transferSize === 0 || response._fetchedViaServiceWorker === true
}

/** Several lines of a header as one (RFC 9110, 5.3). */
function headersOf(message: Json, name: string): string {
  return listOf(message.headers)
    .map(objectOf)
    .filter((header) => textOf(header.name).toLowerCase() === name)
    .map(({ value }) => textOf(value))
    .join(', ')
}

function headerOf(message: Json, name: string): string {
  const header = listOf(message.headers).find(
    (each) => isObject(each) && textOf(each.name).toLowerCase() === name,
  )
  return textOf(objectOf(header).value)
}
