import type { Entry } from 'har-format'

/** No connection carried it: Chromium's extension of HAR 1.2, and the HARs of `crawler/probe/load/har.ts`. */
export function isFromCache(entry: Entry): boolean {
  return entry._fromCache === 'memory' || entry._fromCache === 'disk'
}

/** Host name of an entry's URL, without its port; null where the URL has none. */
export function entryHost({ request }: Entry): string | null {
  return URL.parse(request.url)?.hostname || null
}

/** A request that got no response has status 0 (HAR 1.2 knows no other way to say so). */
export function isAnswered({ response }: Entry): boolean {
  return response.status > 0
}
