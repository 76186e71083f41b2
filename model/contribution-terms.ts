/** Values that extension and server agree on about a contribution. Imports nothing: it goes into the extension. */

export const CONTRIBUTION_VERSION = 1

/** ALPN names as `nextHopProtocol` has them. */
export const CONTRIBUTED_PROTOCOLS = ['http/1.1', 'h2', 'h3'] as const

export const CONTRIBUTING_BROWSERS = ['chromium', 'firefox'] as const

/** The kind of network as the browser tells it; desktop browsers do not. */
export const NETWORK_KINDS = ['wifi', 'cell', 'wired', 'unknown'] as const

/**
 * Times of the main document, whole milliseconds. `connect` is TCP alone and null over QUIC, `handshake` the whole
 * set-up of the connection (TCP and TLS, or QUIC); on a connection that was there before, dns, connect and handshake are
 * null. `dcl` and `load` are the starts of their events since the navigation's start.
 */
export const CONTRIBUTED_TIMES = ['dns', 'connect', 'handshake', 'wait', 'receive', 'dcl', 'load'] as const

/**
 * Names the visit that the document came by, as far as a browser tells its page. Whether a new connection resumed a session or
 * took early data is not visible to a page.
 */
export const CONTRIBUTED_VISITS = ['warm-cache', 'open-connection', 'new-connection'] as const

export type ContributedVisit = (typeof CONTRIBUTED_VISITS)[number]
export type ContributedProtocol = (typeof CONTRIBUTED_PROTOCOLS)[number]
export type ContributedTime = (typeof CONTRIBUTED_TIMES)[number]

/** Whole milliseconds; null where there is none. */
export type ContributedTimes = { readonly [name in ContributedTime]: number | null }

/** Requests of the page, the document itself included. `hidden`: of unknown protocol. */
export interface RequestCounts {
  readonly requests: number
  readonly h1: number
  readonly h2: number
  readonly h3: number
  readonly hidden: number
}

export const LONGEST_TIME_MS = 600_000
/** safety.md ING-9: nobody waits longer for an answer. */
export const LONGEST_WAIT_MS = 120_000
export const MOST_REQUESTS = 5_000
/** Whole parts of a load, rounded to 1 ms each, may be longer than the whole by so much (safety.md ING-3). */
export const ROUNDING_MS = 5
/** A record is of today or one of so many days before (safety.md P5). */
export const OLDEST_DAYS = 8
/** Sites of a list, numbered from 0. */
export const MOST_SITES = 10_000
/** Pseudonyms in one request to delete: they fit into the body's limit. */
export const MOST_DELETED = 300
/** Largest body of a request, bytes. */
export const LARGEST_BODY = 16_384

/** 32 bytes in base64url. */
export const CID_PATTERN = /^[A-Za-z0-9_-]{43}$/
/** A UUID in lower case. */
export const KEY_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** A day of UTC. */
export const DAY_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
/** The id of a Tranco list, or of a study of its own. */
export const LIST_PATTERN = /^[A-Za-z0-9]{4,16}$/

/** An invite token of a closed pilot: 256 bit in base64url, sent as `Authorization: Bearer`. */
export const INVITE_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** A name that a page in public can have as its host, in lower case: the extension refuses a file with any other in it. */
export const HOST_PATTERN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/
