import type { SecureContext } from 'node:tls'
import type { QuicStack } from '../../quic/quic-stack.ts'
import type { VisitCookies } from '../cookies/visit-cookies.ts'
import type { LoopWatch } from './loop-watch.ts'
import type { Resolver } from './resolver.ts'

/** Times of a visit. docs/limits.md is made from this object and its comments. */
export const TIMEOUTS = {
  /** One try of one question. */
  dnsTryMs: 2_500,
  /** Tries of a question (a count), each with the next resolver. */
  dnsTries: 2,
  /** SYN to connected. */
  tcpMs: 5_000,
  /** Start of an attempt to the start of the next address's (RFC 8305, 8: Connection Attempt Delay). */
  attemptDelayMs: 250,
  /** ClientHello to the end of the handshake. */
  tlsMs: 5_000,
  /** Request to the end of the response headers. */
  httpHeadersMs: 6_000,
  /** Response headers to the end of the body, or the cap. */
  httpBodyMs: 4_000,
  /** First Initial to the confirmed handshake. */
  quicHandshakeMs: 4_000,
  /** The whole visit, without waiting for a place at a shared address. */
  siteMs: 20_000,
} as const

export type Timeouts = { readonly [K in keyof typeof TIMEOUTS]: number }

/** A site's visit hands this to every operation. Nothing here is global: clock and signal are arguments. */
export interface SurveyContext {
  readonly clock: () => number
  /** Clock value at the start of the visit. */
  readonly originMs: number
  /** Tells how late an event may be noticed at this moment. */
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
  /** Cookies of the visit; absent: none are kept. */
  readonly cookies?: VisitCookies
  /** One per run: a new context per connection costs 29 % more CPU. */
  readonly secureContext: SecureContext
  /** PEM bundle for QUIC; null is the system's. */
  readonly caFile: string | null
  /** Makes connections over QUIC; null where nothing can. */
  readonly quic: QuicStack | null
}

/** The abort reason of `SurveyContext.signal` when the site's own limit is reached; any other reason stops the run. */
export const SITE_TIMEOUT = Symbol('site_timeout')
