/**
 * The content of a packet capture of one sample, as tshark dissected it: enough for every packet metric, a hundredth of the
 * capture. Moments are milliseconds since 1970 with the capture's resolution (microseconds).
 */
export interface PacketTrace {
  /** Connections to servers of the page opened within the capture; in the order of their first packets. */
  readonly connections: readonly TracedConnection[]
  readonly packets: readonly TracedPacket[]
  /** False where a connection carried bytes that could not be read: no packet says for certain what it carries. */
  readonly decrypted: boolean
  /**
   * Share of the connections' bytes that were captured whole and decrypted; null where there were none. Traces of before this
   * was measured have none.
   */
  readonly readableShare?: number | null
  /** Packets that the capture lost, as the capturing program counted them; null where it did not say. */
  readonly captureDrops: number | null
  /** Losses count, as far as the client's end can tell. Traces of before, which marked too few packets, have none. */
  readonly countsLosses?: true
  /** The router's counts during a load behind a path that stops UDP. Others have none. */
  readonly udp?: UdpCounts
}

/** Packets of UDP in both directions, without those to and from a name server. */
export interface UdpCounts {
  readonly passed: number
  readonly stopped: number
}

export interface TracedConnection {
  readonly transport: 'tcp' | 'quic'
  readonly clientPort: number
  readonly serverAddress: string
  readonly serverPort: number
  /** ALPN or dissected protocol; null where it stayed unknown. */
  readonly protocol: 'http/1.1' | 'h2' | 'h3' | null
  /**
   * TCP: bytes of data in a full segment, from the MSS and time stamp options of both SYNs; null where it is not
   * known, and for QUIC.
   */
  readonly segmentBytes: number | null
  /** Heads of requests that it carried, each counted once. Traces of before this was counted have none. */
  readonly requests?: number
  /**
   * Bytes of the header sections of its requests as they were sent: heads of HTTP/1.1, frames of HTTP/2 and HTTP/3, what
   * filled QPACK's table included. Null where one was not read. Traces of before this was counted have none.
   */
  readonly requestHeaderBytes?: number | null
  /** The server's part in its handshake of TLS; traces of before this was read have none. */
  readonly handshake?: TracedHandshake
  /** Requests of HTTP/2 and HTTP/3 in the order of their heads. Not in older traces, of HTTP/1.1 or where frames could not be placed. */
  readonly exchanges?: readonly TracedExchange[]
  /** QUIC: bytes by which the server has filled the client's QPACK table (RFC 9204, 4.2), its type left out. Not in older traces. */
  readonly serverEncoderBytes?: number
}

export interface TracedHandshake {
  /** IANA's TLS Supported Groups; null where it was not seen, or there is no TLS. */
  readonly keyExchangeGroup: number | null
  /** Bytes of the certificates in DER; null where none was sent (a resumed session), or they were compressed or not read. */
  readonly chainBytes: number | null
  /** IANA's TLS SignatureScheme of the server's signature; null where there was none, or it was not read. */
  readonly signatureScheme: number | null
}

export interface TracedExchange {
  /** Time when the packet with the start of the request passed. */
  readonly requestedAtMs: number
  /** The first packet that shows that the server's machine had it by acknowledging it; null: none does. */
  readonly acknowledgedAtMs: number | null
  /**
   * The smaller the sooner; comparable within a connection alone. HTTP/3: RFC 9218, 0 to 7. HTTP/2: 255 less the weight of RFC 7540.
   * Null where the request's head could not be read.
   */
  readonly urgency: number | null
  /** HTTP/3: RFC 9218; null where it could not be read, and of HTTP/2. */
  readonly incremental: boolean | null
  /** Bytes of the frame with the response's first header section, compressed; null where none was captured. */
  readonly headerBytes: number | null
}

/** A packet carries what the first captured copy carries; one that carries nothing new carries none of it. */
export interface TracedPacket {
  readonly atMs: number
  /** Index in `connections`. */
  readonly connection: number
  readonly up: boolean
  /** Length as captured, link-layer header included. That of a capture on `any` is a cooked one: 20 bytes, not Ethernet's 14. */
  readonly frameBytes: number
  /** TCP segment length or UDP payload length. */
  readonly payloadBytes: number
  /** TCP: SYN, from either side. QUIC: false. */
  readonly syn: boolean
  /** Carries the start of an HTTP request (HTTP/1.1 request line, HEADERS of HTTP/2 or HTTP/3). */
  readonly request: boolean
  /**
   * Carries response data: header or body bytes of a response or the mark of its end, in part or whole; not what is
   * only TLS, HTTP/2 or QUIC framing.
   */
  readonly response: boolean
  /** Carries the client's TLS Finished. */
  readonly finished: boolean
  /**
   * TCP: it was sent again, whether or not the first copy arrived; null where it may have been overtaken as well. QUIC:
   * in the order of packet numbers, it carries captured stream bytes (or an Initial of the client's the handshake bytes)
   * again; null without keys, but for Initials, which need none.
   */
  readonly retransmission: boolean | null
  /** QUIC: packets of the server's that were lost directly before it, in the order of their numbers; left out: none. */
  readonly lostBefore?: number
  /** TCP: bytes of the other side's data that it acknowledges, since the start; null where it acknowledges none. */
  readonly ackedBytes: number | null
  /** HTTP/2 and HTTP/3: what it carries of responses for the first time, as pairs of an index in `exchanges` and bytes. */
  readonly parts?: readonly (readonly [exchange: number, bytes: number])[]
  /** QUIC: it has an ACK frame, in a packet of the application's. */
  readonly ack?: true
}
