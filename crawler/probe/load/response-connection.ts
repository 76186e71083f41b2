import type { Protocol } from 'puppeteer'

/** Removes the brackets that the browser puts around IPv6; null where nothing was connected to. */
export function addressOf({ remoteIPAddress }: Protocol.Network.Response): string | null {
  return remoteIPAddress ? remoteIPAddress.replace(/^\[|\]$/g, '') : null
}

/** Returns null for a response that no connection carried: from a cache or a service worker. */
export function connectionOf(response: Protocol.Network.Response): string | null {
  const { connectionId, fromDiskCache, fromServiceWorker, fromPrefetchCache } = response
  // The browser reports 0 for none.
  if (!connectionId || fromDiskCache || fromServiceWorker || fromPrefetchCache) return null
  return String(connectionId)
}
