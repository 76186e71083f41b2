import type { Entry } from 'har-format'
import type { CdpEvent } from './cdp-event.ts'

/** Names the cache that the browser had a response from, without asking the network. */
type CacheName = NonNullable<Entry['_fromCache']>

/** Ids of the requests that the memory cache of the page answered, by the browser's word. */
export function servedFromMemory(events: readonly CdpEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ method, params }) =>
      method === 'Network.requestServedFromCache' ? params.requestId : [],
    ),
  )
}

/**
 * Marks an entry that came from a cache as Chromium's own HARs do, with `_fromCache`. Nothing was transferred for it and
 * it had no connection: what the browser reports of both belongs to the request that filled the cache. When the copy was
 * made is not known, so that HAR's `cache.beforeRequest`, which demands it, is left away.
 */
export function markCached(entry: Entry, cache: CacheName): void {
  entry._fromCache = cache
  entry.cache = {}
  delete entry.connection
  delete entry.serverIPAddress
  entry.response.bodySize = 0
  entry.response._transferSize = 0
  delete entry.response.content.compression
  const { timings } = entry
  entry.timings =
    cache === 'disk'
      ? { ...timings, dns: -1, connect: -1, ssl: -1 }
      : // Stale, like the connection; and the copy was there at once.
        { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 }
}
