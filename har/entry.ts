import type { Entry } from 'har-format'

declare module 'har-format' {
  /** Shape that chrome-har has from the DevTools protocol. */
  interface Response {
    _fromDiskCache?: boolean
    _fromEarlyHints?: boolean
    _fromServiceWorker?: boolean
    _fromPrefetchCache?: boolean
  }
}

/** No connection carried it: Chromium's extension of HAR 1.2, and the HARs of `crawler/probe/load/har.ts`. */
export function isFromCache(entry: Entry): boolean {
  return entry._fromCache === 'memory' || entry._fromCache === 'disk'
}

/**
 * The network was asked for it. A service worker that answers from the network makes a request of its own, and Chromium
 * says of a redirect that it makes itself, as for HSTS (RFC 6797, 8.3), why no server has the authority for it.
 */
export function isFromNetwork(entry: Entry): boolean {
  const { response, serverIPAddress } = entry
  const isInternal =
    !serverIPAddress && response.headers.some(({ name }) => name.toLowerCase() === 'non-authoritative-reason')
  const isHandedOn = response._fromServiceWorker === true || response._fromPrefetchCache === true
  return !isFromCache(entry) && !isHandedOn && !isInternal
}

/** Value of `_error` in our HARs for a request that was under way when the load was over. */
export const UNFINISHED = 'unfinished'

/** Likewise of one that ended well, and of whose response the browser says nothing. */
export const UNREPORTED = 'unreported'

/** True where it ended without a response. */
export function hasFailed(entry: Entry): boolean {
  return !isAnswered(entry) && entry._error !== UNFINISHED && entry._error !== UNREPORTED
}

/** Host name of an entry's URL, without its port; null where the URL has none. */
export function entryHost({ request }: Entry): string | null {
  return URL.parse(request.url)?.hostname || null
}

/** A request that got no response has status 0 (HAR 1.2 knows no other way to say so). */
export function isAnswered({ response }: Entry): boolean {
  return response.status > 0
}
