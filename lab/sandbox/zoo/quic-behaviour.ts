import type { Field } from '../../../crawler/fields/field.ts'

export interface ZooConnection {
  /**
   * Writes `chunks` to a stream, after what is waiting to be written to it, as fast as the client lets it; an endless
   * iterable is an endless body. Outside of a behaviour's steps it takes a `turn`.
   */
  write(streamId: number, chunks: Iterable<Buffer>, fin: boolean): void
  reset(streamId: number, code: number): void
  /** `app`: an HTTP/3 error code, else one of QUIC's. */
  close(app: boolean, code: number): void
  /** Closes with an error of QUIC's before the handshake is done: to be called when the first Initial has come. */
  closeInHandshake(code: number): void
  /** Sends what was written since the last step. */
  turn(): void
  /** Calls `act` every `intervalMs` until the connection ends. */
  every(intervalMs: number, act: () => void): void
  /**
   * Sends a 1-RTT packet with each of these payloads, past quiche, which says no more from now on. Only where the behaviour
   * `forges`, and once the handshake is done.
   */
  forge(payloads: Iterable<Buffer>): void
}

/** Says what a server of the zoo does. Nothing is done at an absent step. */
export interface QuicBehaviour {
  /** Answers datagrams instead of QUIC. */
  readonly datagram?: (initial: { readonly dcid: Buffer; readonly scid: Buffer }) => Iterable<Buffer>
  /** Has the keys of its connections, so that it can send what quiche never would. */
  readonly forges?: boolean
  /** Demands a Retry with a token before the connection is accepted (RFC 9000, 8.1.2). */
  readonly retry?: boolean
  /** The first Initial has come; the handshake is not done. */
  readonly accepted?: (peer: ZooConnection) => void
  readonly established?: (peer: ZooConnection) => void
  readonly request?: (peer: ZooConnection, streamId: number, path: string, fields: readonly Field[]) => void
}
