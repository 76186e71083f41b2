import type { ResourceType } from '../../har/resource-type.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GuessedField } from '../../model/graph/node.ts'

/** One load as its source tells of it, before anything is concluded. */
export interface ObservedLoad {
  readonly pageUrl: string
  /** ISO 8601; null where the source does not say. */
  readonly startedAt: string | null
  readonly browser: string | null
  /** Time of the load event; null where the source does not say. */
  readonly loadMs: number | null
  /** Sorted by their start; that of the document first. */
  readonly fetches: readonly ObservedFetch[]
  /** Lists of origins whose requests one connection may carry. */
  readonly sharedConnections: readonly (readonly string[])[]
  /** Hosts that a resolver was asked for; empty also where nobody knows. */
  readonly lookUps: readonly LookUp[]
  /** Time over HTTP/1.1 from a response's end to the next request on its connection, where one waited; null where unknown. */
  readonly turnaroundMs: number | null
  /** Time to check a host's certificate; null where unknown. */
  readonly certificateMs: number | null
  /** Time from a response's last byte to its end. */
  readonly receiveMs: ReceiveMs
  readonly leftOut: readonly { readonly url: string; readonly why: string }[]
}

export type ReceiveMs = NonNullable<Graph['receiveMs']>

export type LookUp = NonNullable<Graph['lookUps']>[number]

/** A request that went over the network. All moments are milliseconds since the navigation's start. */
export interface ObservedFetch {
  readonly method: string
  /** Has no userinfo and fragment. */
  readonly url: string
  readonly resourceType: ResourceType | null
  /** The browser's name of it: that of the request when it was made, where the source says. */
  readonly priority: string | null
  /** The last that the browser gave it; null where that is not known, or the same. */
  readonly lastPriority: string | null
  readonly protocol: string | null
  readonly status: number | null
  readonly requestBytes: number
  /** Size of the body, as sent. */
  readonly bytes: number | null
  readonly thinkMs: number | null
  /** The whole wait for the first byte less the round trip; null where unknown. */
  readonly waitedMs: number | null
  /** Time when the page asked for it. */
  readonly askedMs: number
  /** Time when the page's process sent it on; the browser may hold it back until then. Where unknown, when it was asked for. */
  readonly startedMs: number
  /** Time from then until it was sent, where its connection was open and free for it; null where it was not, or unknown. */
  readonly heldMs: number | null
  readonly firstByteMs: number | null
  /** Time of the failure where it had no response. */
  readonly finishedMs: number | null
  /** Pieces of the body in their order; bytes as decoded. Empty where unknown. */
  readonly pieces: readonly { readonly atMs: number; readonly bytes: number }[]
  readonly failure: string | null
  readonly guessed: readonly GuessedField[]
  readonly initiator: Initiator
  /** Names the request, all hops of a redirect alike; null where the source has none. */
  readonly requestId: string | null
  /** Position of the hop before; null where no redirect led here. */
  readonly redirectedFrom: number | null
  readonly refererUrl: string | null
}

/** Says what made the browser ask for it. */
export interface Initiator {
  /** DevTools' name: `parser`, `script`, `preload`, `preflight`, `other`, …; null where unknown. */
  readonly type: string | null
  /** URLs of what asked: of a script all of its stack, the innermost first. */
  readonly urls: readonly string[]
  /** Position of the fetch that asked, where the source says so itself. */
  readonly fetch: number | null
  /** Request that a preflight is for. */
  readonly requestId: string | null
  /** Place in a text of what asked: the element that the parser found, or of a script the outermost call. Null where unknown. */
  readonly place: TextPlace | null
}

export interface TextPlace {
  readonly url: string
  readonly line: number
  readonly column: number
}

export const NO_INITIATOR: Initiator = { type: null, urls: [], fetch: null, requestId: null, place: null }
