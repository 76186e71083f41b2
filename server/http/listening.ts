import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** safety.md ING-6: a slow client holds a connection for seconds, not minutes. */
export const TIME_LIMITS = {
  /** Milliseconds for the headers of a request. */
  headersTimeout: 10_000,
  /** Milliseconds for a whole request. */
  requestTimeout: 15_000,
  /** Milliseconds that an idle connection stays open. */
  keepAliveTimeout: 5_000,
  /** Milliseconds between two looks at these limits. */
  connectionsCheckingInterval: 5_000,
} as const

/** Requests under way get so long to end when the server is stopped. */
const DRAIN_MS = 10_000

/** Takes no more connections, and resolves when all requests have ended or been cut off. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const timer = new AbortController()
  await Promise.race([
    closed,
    sleep(DRAIN_MS, undefined, { signal: timer.signal }).catch(() => {
      // All requests ended before the time was up.
    }),
  ])
  timer.abort()
  server.closeAllConnections()
  await closed
}

/** `http://127.0.0.1:8080` of a server that listens. */
export function formatAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
