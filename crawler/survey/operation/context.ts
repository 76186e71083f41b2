import type { SecureContext } from 'node:tls'
import type { LoopWatch } from './loop-watch.ts'
import type { Resolver } from './resolver.ts'

/** All in milliseconds. The table in docs/architecture.md is checked against this object by a test. */
export const TIMEOUTS = {
  dnsTryMs: 2_500,
  dnsTries: 2,
  tcpMs: 5_000,
  /** RFC 8305, 8: Connection Attempt Delay, recommended 250 ms. */
  attemptDelayMs: 250,
  tlsMs: 5_000,
  httpHeadersMs: 6_000,
  httpBodyMs: 4_000,
  quicHandshakeMs: 4_000,
  siteMs: 20_000,
} as const

export type Timeouts = { readonly [K in keyof typeof TIMEOUTS]: number }

export const LIMITS = {
  /** Response bytes counted before the rest is left; enough to tell a page from an error. */
  bodyBytes: 256 * 1024,
  /** RFC 9309, 2.5: at least 500 KiB must be parsed. */
  robotsBytes: 500 * 1024,
  headerBytes: 64 * 1024,
  /** Addresses of a host that are tried, families in turn. The last one starts 1.25 s after the first at the latest. */
  addresses: 6,
  /** TCP connections that a visit starts, those included that nobody answered. */
  tcpAttempts: 20,
  /** QUIC connections that a visit starts: one at the final origin, and one or two where TCP gives no response. */
  quicAttempts: 4,
  /** CNAME chain; resolvers stop at 8 to 16. */
  cnames: 10,
  /** Redirects to the final origin; Chromium stops at 20, we leave earlier: each costs the site a request. */
  redirects: 8,
  /** Frames within one exchange that bring its response no further: SETTINGS, PING, interim responses, empty DATA. */
  controlFrames: 200,
  /** Frames of any kind on one HTTP/2 connection, or in one HTTP/3 response: enough for a page in pieces of 14 bytes. */
  frames: 20_000,
  /** All that one HTTP/2 or QUIC connection may bring: robots.txt, nine pages and their headers are 3.5 MB at most. */
  connectionBytes: 4 * 1024 * 1024,
  /** Datagrams that are no packet of the QUIC connection they came for: resets, Version Negotiation, Retry, noise. */
  strayDatagrams: 1_000,
} as const

/** What one site's visit hands to every operation. Nothing here is global: clock and signal are arguments. */
export interface SurveyContext {
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  /** Clock value at the start of the visit. */
  readonly originMs: number
  /** How late an event may be noticed at this moment. */
  readonly loop: Pick<LoopWatch, 'lateMs'>
  /** Aborted when the site's own limit is reached or the run is stopped. */
  readonly signal: AbortSignal
  readonly timeouts: Timeouts
  readonly resolver: Resolver
  /** Whether a connection to this address may be opened (CRW-6, opt-out list). */
  readonly allows: (address: string) => boolean
  /** Address families that this machine has a route for: what it cannot reach says nothing about a site. */
  readonly families: ReadonlySet<4 | 6>
  readonly userAgent: string
  /** One per run: a new context per connection costs 29 % more CPU. */
  readonly secureContext: SecureContext
  /** PEM bundle for QUIC; null is the system's. */
  readonly caFile: string | null
}

/** The abort reason of `SurveyContext.signal` when the site's own limit is reached; any other reason stops the run. */
export const SITE_TIMEOUT = Symbol('site_timeout')
