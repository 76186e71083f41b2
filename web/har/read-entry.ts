import { headerOf, headersOf, readPageRequest } from '../../har/page-request.ts'
import { readPriority } from '../../har/priority.ts'
import { finite, type Json, listOf, objectOf, textOf } from '../../har/read-value.ts'
import { readRenderBlocking } from '../../har/render-blocking.ts'
import { resourceType } from '../../har/resource-type.ts'
import { brandedBrowser, isAutomation, userAgentBrowser } from './har-browser.ts'
import type { HarEntry, HarTimings } from './har-file.ts'

/**
 * An entry of a HAR, taken over field by field (safety.md P1). Neither headers nor cookies, bodies or addresses of servers
 * are kept; of `User-Agent` and `Sec-CH-UA` the browser’s family and version, of `Referer` the origin, `Alt-Svc`, and where a
 * redirect leads.
 */
export function readEntry(entry: Json): HarEntry {
  const request = objectOf(entry.request)
  const response = objectOf(entry.response)
  const userAgent = headerOf(request, 'user-agent')
  return {
    ...readPageRequest(entry),
    timeMs: finite(entry.time),
    type: resourceType(textOf(objectOf(response.content).mimeType), entry._resourceType),
    initialPriority: readPriority(entry._initialPriority),
    priority: readPriority(entry._priority),
    renderBlocking: readRenderBlocking(entry._renderBlocking),
    timings: readTimings(objectOf(entry.timings)),
    sizeBytes: transferSize(response),
    fromCache: isFromCache(entry, response),
    altSvc: listOf(response.headers).length === 0 ? null : headersOf(response, 'alt-svc'),
    browser: brandedBrowser(headerOf(request, 'sec-ch-ua')) ?? userAgentBrowser(userAgent),
    automated: isAutomation(userAgent),
  }
}

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
