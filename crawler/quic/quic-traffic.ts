/** Short header with our connection id and a packet number, and the AEAD's tag (RFC 9000, 17.3.1; RFC 9001, 5.3). */
const PACKET_BYTES = 37
/** Share of the streams' bytes: frame headers, ACKs, and what was sent again though it had come. */
const STREAM_SHARE = 1 / 8

/**
 * Counts what a peer has sent on one connection, and how much of that was neither bytes of streams nor what carries them. Which
 * frames are in a packet only quiche knows, so that the window for bytes that wait for others before them is taken off.
 */
export class QuicTraffic {
  readonly #windowBytes: number
  #receivedBytes = 0
  /** Bytes of streams that have been read. */
  delivered = 0
  /** Streams that the peer was asked to stop, with a window of bytes under way. */
  stopped = 0

  /** @param windowBytes of the connection: bytes of streams that the peer may send before what it has sent is read */
  constructor(windowBytes: number) {
    this.#windowBytes = windowBytes
  }

  received(datagramBytes: number): void {
    this.#receivedBytes += Math.max(0, datagramBytes - PACKET_BYTES)
  }

  /** Bytes that no stream accounts for. Before the handshake is done none can be a stream's. */
  overheadBytes(isEstablished: boolean): number {
    const waiting = isEstablished ? this.#windowBytes * (1 + this.stopped) : 0
    return this.#receivedBytes - waiting - this.delivered * (1 + STREAM_SHARE)
  }
}
