import type { LoadProtocol } from '../../model/load-second.ts'

/** The order of the load program: one JSON file; program/src/order.rs reads it and knows no other key. */
export interface LoadOrder {
  readonly protocol: LoadProtocol
  readonly hosts: readonly LoadHost[]
  /** The document first: it is asked for alone. Everything else is asked for once it is there. */
  readonly resources: readonly LoadResource[]
  /** PEM; no other authority is trusted. Null: HTTP/1.1 in clear text. */
  readonly caFile: string | null
  readonly connections: LoadConnections
  /**
   * Users over time, straight lines between the points, in order of both. Those of the first point arrive together at
   * its time, those of a line one after the other, whatever the server does.
   */
  readonly ramp: readonly RampPoint[]
  /** Cuts whatever is under way then. */
  readonly durationMs: number
  /** Pages after which a user leaves; null: stays until the end. */
  readonly pagesPerUser: number | null
  /** Time from the end of a page to when the next one should begin. */
  readonly thinkMs: number
  /** A page that takes longer has failed; at most 600,000. */
  readonly pageLimitMs: number
  /** Limit of a connection, all handshakes included. */
  readonly connectLimitMs: number
  /** Seed of the random arrivals, 0 to 2^32 - 1. */
  readonly seed: number
}

/**
 * Whether a user's connections stay from page to page (`kept`), or each page has new ones: with full handshakes (`fresh`),
 * or resuming the user's earlier TLS sessions where the server gave tickets (`resumed`).
 */
export type LoadConnections = 'kept' | 'fresh' | 'resumed'

export interface LoadHost {
  /** Name in the URL and the certificate. */
  readonly name: string
  /** Lies in 198.18.0.0/15, 127.0.0.0/8, 2001:2::/48 or ::1: the program refuses all others. */
  readonly address: string
  /** Port of TCP and UDP alike. */
  readonly port: number
}

export interface LoadResource {
  readonly host: string
  /** Percent-encoded, with the query. */
  readonly path: string
  /** Status of the right answer; any other is an error. */
  readonly status: number
  readonly bodyBytes: number
}

interface RampPoint {
  readonly atMs: number
  readonly users: number
}
