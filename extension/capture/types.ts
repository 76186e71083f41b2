import type { PageTimings } from '../../model/artifacts.ts'
import type {
  CONTRIBUTING_BROWSERS,
  CONTRIBUTION_VERSION,
  ContributedProtocol,
  ContributedTimes,
  ContributedVisit,
  NETWORK_KINDS,
  RequestCounts,
} from '../../model/contribution-terms.ts'

export type { PageTimings }

/** One load of a page as the page itself measures it: read once, after its load event. It never leaves the browser. */
export interface PageLoad {
  /** `https://www.example.org`. */
  readonly origin: string
  readonly pathname: string
  readonly hasQuery: boolean
  readonly timings: PageTimings
  /** It was in the background, wholly or for a while, before its load event; null where unknown. */
  readonly hiddenBeforeLoad: boolean | null
  /** `navigator.connection.type`; null where the browser hides it. */
  readonly connectionType: string | null
}

/** Says why a load cannot be contributed (safety.md EXT-7): such loads are dropped, never corrected. */
export const DROP_REASONS = {
  no_navigation: 'the page has no navigation entry',
  not_navigated: 'it was reloaded or came from the history',
  redirected: 'it was redirected, which hides the first connection’s set-up',
  prerendered: 'it was prerendered',
  service_worker: 'a service worker answered',
  from_cache: 'it was prefetched',
  nothing_transferred: 'nothing came over the network',
  http_status: 'its status is not a success (2xx)',
  hidden: 'the page was in the background while it loaded',
  no_protocol: 'the browser hides its protocol',
  other_protocol: 'its protocol is none of HTTP/1.1, HTTP/2 and HTTP/3',
  not_loaded: 'its load event has not ended',
  bad_times: 'a time is negative, no number, or contradicts another',
  too_many_requests: 'it has more requests than a record can count',
} as const

export type DropReason = keyof typeof DROP_REASONS

/** All that a load may become a part of a record by. */
export interface ReducedLoad {
  readonly proto: ContributedProtocol
  readonly t: ContributedTimes
  readonly n: RequestCounts
  /** The connection was reused, or none was needed. */
  readonly reused: boolean
  /** Is null where the browser does not tell. */
  readonly visit: ContributedVisit | null
}

export type Reduced = ReducedLoad | { readonly dropped: DropReason }

/** The whole upload (safety.md P1); `server/contract/contribution.ts` checks the same on the other side. */
export interface ContributionRecord extends ReducedLoad {
  readonly v: typeof CONTRIBUTION_VERSION
  /** List id. */
  readonly list: string
  /** Number of the site in the list, from 0. */
  readonly site: number
  /** UTC, YYYY-MM-DD. */
  readonly day: string
  readonly browser: (typeof CONTRIBUTING_BROWSERS)[number]
  /** Major number of the browser's version. */
  readonly major: number
  readonly net: (typeof NETWORK_KINDS)[number]
  readonly cid: string
  readonly key: string
}

export interface StudyList {
  readonly list: string
  readonly sites: readonly { readonly site: number; readonly domain: string }[]
}

/** The collecting script's message to the worker: no address, no entry, only what a record may have. */
export interface LoadMessage {
  readonly kind: 'load'
  readonly reduced: Reduced
  readonly connectionType: string | null
}
