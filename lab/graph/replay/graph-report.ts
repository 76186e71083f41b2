import type { LoadFailure } from '../../../model/load-failures.ts'
import type { LoadProtocol } from '../../../model/load-second.ts'

/** The outcome of one load of a graph; lab/load/program/src/graph_report.rs writes it. Moments count from the load's start. */
export interface GraphReport {
  /** The load event; null: it did not come within the limit. */
  readonly loadMs: number | null
  /** The end of what was observed. */
  readonly endMs: number
  /** The latest that a fetch was begun after it was due. */
  readonly lateMs: number
  /** CPU time of the program, since it was started. */
  readonly cpuMs: number
  readonly rssBytes: number | null
  /** It ran before all others of the machine (real-time.ts). */
  readonly realTime: boolean
  /** Fetches that came due before the end. */
  readonly fetches: readonly FetchReport[]
  readonly connections: readonly GraphConnectionReport[]
  /** Sorted by when they were begun. */
  readonly lookUps: readonly LookUpReport[]
}

export interface LookUpReport {
  /** Index in the order's hosts. */
  readonly host: number
  readonly begunMs: number
  /** Is null where it was under way at the end of the load. */
  readonly endedMs: number | null
  /** Is null where the resolver named the host's address, or had not answered. */
  readonly failure: LoadFailure | null
}

export interface FetchReport {
  readonly node: number
  readonly dueMs: number
  /** Given to a connection; null: it never was. */
  readonly sentMs: number | null
  readonly firstByteMs: number | null
  /** Its end, also where it failed; null: it was under way at the end of the load. */
  readonly finishedMs: number | null
  /** Bytes of an answer that was as it should be. */
  readonly bodyBytes: number
  /** Index in `connections`. */
  readonly connection: number | null
  /** Is null where its answer was as it should be, or had not ended with the load. */
  readonly failure: LoadFailure | null
}

interface GraphConnectionReport {
  /** Index in the order's hosts of the one that it was opened for. */
  readonly host: number
  /** Read back from the connection; null: it never was one. */
  readonly protocol: LoadProtocol | null
  readonly begunMs: number
  /** TCP's handshake; null of QUIC. */
  readonly tcpConnectedMs: number | null
  /** Requests could be sent. */
  readonly readyMs: number | null
  readonly failure: LoadFailure | null
}
