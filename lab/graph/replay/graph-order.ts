import type { LoadProtocol } from '../../../model/load-second.ts'
import type { LoadHost } from '../../load/order.ts'

/** The order of one load of a graph; lab/load/program/src/graph_order.rs reads it and knows no other key. */
export interface GraphOrder {
  readonly protocol: LoadProtocol
  readonly hosts: readonly GraphOrderHost[]
  /** Says whom hosts that are looked up are asked of; null: there is none. */
  readonly resolver: { readonly address: string; readonly port: number } | null
  /** PEM; no other authority is trusted. */
  readonly caFile: string
  /** 0 to 1: times that are the page's own, not the network's, are multiplied by it. */
  readonly compute: number
  readonly loadLimitMs: number
  /** Limit of a connection, all handshakes included. */
  readonly connectLimitMs: number
  /** Requests at once over a connection of HTTP/2 or HTTP/3. */
  readonly mostStreams: number
  /** Time over HTTP/1.1 from the end of a response to the next request on its connection; the page's own time. */
  readonly turnaroundMs: number
  /** Time to check a host's certificate, which is done once for each and one after the other; the page's own time. */
  readonly certificateMs: number
  /** Time from a response's last byte to its end; the page's own time. */
  readonly receiveMs: Readonly<Record<LoadProtocol, number>>
  readonly fieldSets: readonly RequestFields[]
  /** Sorted as the graph's. */
  readonly nodes: readonly GraphOrderNode[]
  /** Edges that the load event waits for. */
  readonly load: readonly GraphOrderEdge[]
}

export type RequestFields = readonly (readonly [name: string, value: string])[]

interface GraphOrderHost {
  readonly host: LoadHost
  /** Hosts of one number share connections of HTTP/2 and HTTP/3, as those of one address and certificate do. */
  readonly pool: number
  /** Its address is asked of the resolver before it is used. */
  readonly isLookedUp: boolean
}

export interface GraphOrderNode {
  /** Start of a node that waits for nothing. */
  readonly startMs: number
  readonly after: readonly GraphOrderEdge[]
  readonly work: { readonly fetch: GraphOrderFetch } | { readonly compute: GraphOrderCompute }
}

export interface GraphOrderCompute {
  readonly ms: number
  /** A script keeps the page's main thread meanwhile. */
  readonly isScript: boolean
}

export interface GraphOrderFetch {
  /** Index in `hosts`. */
  readonly host: number
  readonly method: string
  readonly path: string
  readonly requestBytes: number
  /** Counted as in RFC 9218: 0 is the most urgent. */
  readonly urgency: number
  readonly isIncremental: boolean
  /** Whether Chromium may hold it back over HTTP/1.1 while others of low priority are under way. */
  readonly isDelayable: boolean
  /** It counts in the browser's queue, which may hold it back: neither a document nor data. */
  readonly isThrottled: boolean
  /** Time from when the page sends it on until it goes out; the page's own time. */
  readonly heldMs: number
  /** Index in `fieldSets`. */
  readonly fields: number
  /** Status of the right answer; any other is an error. */
  readonly status: number
  readonly bodyBytes: number
}

export interface GraphOrderEdge {
  readonly node: number
  readonly when: 'firstByte' | 'finished' | { readonly bytes: number }
  /** Time from then to the start of what waits. */
  readonly waitMs: number
  /** The browser knew of what waits, and held it back in its queue. */
  readonly isHeld: boolean
}
