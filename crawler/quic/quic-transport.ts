import type { TicketsSeen } from '../../model/operation.ts'
import type { QuicFailure } from './quic-failure.ts'

export interface QuicTarget {
  readonly address: string
  readonly port: number
  readonly family: 4 | 6
  /** SNI, and the name that the certificate must carry. */
  readonly serverName: string
}

export interface QuicLimits {
  /** Limits all datagrams, whatever is in them. */
  readonly connectionBytes: number
  /** Datagrams that are no packet of this connection. */
  readonly strayDatagrams: number
  /** Limits what the peer sends outside of streams, and more than its streams need: QUIC may keep it. */
  readonly quicOverheadBytes: number
}

/** Owns the streams. `received` and `reset` may throw H3Error, which closes the connection with its code. */
export interface StreamOwner {
  /** `bytes` are only valid during the call. */
  received(streamId: number, bytes: Buffer, fin: boolean): void
  reset(streamId: number, code: number): void
  /** The peer's limits leave no room for what was to be sent on a stream of ours. */
  unsent(streamId: number, failure: QuicFailure): void
}

/** Facts of the server in its handshake beside its transport parameters. */
export interface QuicHandshake {
  /** The server demanded a Retry (RFC 9000, 8.1.2). */
  readonly isRetried: boolean
  /** Length of the connection id that the server chose. */
  readonly serverIdBytes: number
  /** Certificates as sent, in DER. */
  readonly chainBytes: number | null
  /** Names of transport parameters as sent, those without one in hexadecimal; null where the client does not tell. */
  readonly parameterOrder: readonly string[] | null
  readonly tickets: TicketsSeen
}

/** One QUIC connection to one address. Nothing is sent before `start`. Disposing of it says goodbye to the peer. */
export interface QuicTransport extends AsyncDisposable {
  /** Says why the connection has ended; null while it has not. */
  readonly failure: QuicFailure | null
  readonly established: boolean
  readonly firstSentMs: number | null
  readonly firstReceivedMs: number | null
  readonly establishedMs: number | null
  /** The Initial was sent more than once before an answer: which one was answered is unknown (RFC 6298, 3). */
  readonly repeated: boolean
  /** The peer's transport parameters; null before the handshake is done. */
  readonly parameters: Readonly<Record<string, number | boolean>> | null
  /** Is null before the handshake is done, and where the client does not tell. */
  readonly handshake: QuicHandshake | null
  /** Called after each event: something may have changed. */
  watcher: (() => void) | null
  start(): void
  /** Writes all that is ever written to a stream of ours, the next one of its kind. */
  send(streamId: number, bytes: Buffer, fin: boolean): void
  flush(): void
  /** Asks the peer to stop sending on a stream (STOP_SENDING), with an HTTP/3 error code. */
  stopReading(streamId: number, code: number): void
}

export interface TransportOptions {
  readonly target: QuicTarget
  /** PEM bundle; null is what Node trusts over TCP. */
  readonly caFile: string | null
  readonly clock: () => number
  readonly owner: StreamOwner
  readonly limits: QuicLimits
}

/**
 * Flow control. What the peer may send ahead of what has been read is memory that it may have a client take
 * (docs/decisions/089-memory-outside-the-heap.md).
 */
export const CONNECTION_WINDOW_BYTES = 64 * 1024
/** Control, QPACK encoder and decoder (RFC 9114, 6.2 demands these three), the rest for grease and extensions. */
export const PEER_STREAMS = 16
/** An idle connection is forgotten by both sides after this; visits are shorter. */
export const IDLE_MS = 30_000
