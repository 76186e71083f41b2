import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { messageOf } from '../process/thrown.ts'
import { clientConfig } from './client-config.ts'
import { closeFailure, type Ending } from './close-failure.ts'
import { type Flood, floodFailure } from './flood-failure.ts'
import { H3_ERRORS } from './h3-error.ts'
import { ownerFailure } from './owner-failure.ts'
import { QuicFailure } from './quic-failure.ts'
import { QuicTimer } from './quic-timer.ts'
import { QuicTraffic } from './quic-traffic.ts'
import {
  CONNECTION_WINDOW_BYTES,
  type QuicHandshake,
  type QuicLimits,
  type QuicTarget,
  type QuicTransport,
  type StreamOwner,
  type TransportOptions,
} from './quic-transport.ts'
import { quiche } from './quiche.ts'
import type { Config, Connection, Host, Stats } from './quiche-binding.ts'
import { ticketsOf } from './quiche-session.ts'
import { socketFailure } from './socket-failure.ts'
import { transportParameters } from './transport-parameters.ts'

/** Large enough for a full flow control window, read in one go. */
const STREAM_SCRATCH = Buffer.allocUnsafe(64 * 1024)
const SOURCE_ID_BYTES = 16
const CLOSED_BY_US = new QuicFailure('h3_closed', 'closed by us')

/** A connection by quiche: a connected UDP socket (so that ICMP errors are seen), its state machine and its timer. */
export class QuicheClient implements QuicTransport {
  readonly #target: QuicTarget
  readonly #config: Config
  readonly #clock: () => number
  readonly #owner: StreamOwner
  readonly #limits: QuicLimits
  readonly #timer: QuicTimer
  #socket: Socket | null = null
  #connection: Connection | null = null
  /** The datagram that is sent next. */
  #datagram = Buffer.alloc(0)
  #local: Host = { host: '', port: 0 }
  #remote: Host = { host: '', port: 0 }
  #turn: NodeJS.Immediate | null = null
  #recvError: string | null = null
  #receivedBytes = 0
  /** Packets of the connection, by quiche's count. */
  #packets = 0
  #strayDatagrams = 0
  readonly #traffic = new QuicTraffic(CONNECTION_WINDOW_BYTES)
  #lastStats: Stats | null = null
  #isRetried = false
  /** Set when the handshake is done. */
  #shown: Omit<QuicHandshake, 'tickets'> | null = null
  #lastSession: Uint8Array | null = null
  #closed = false
  failure: QuicFailure | null = null
  watcher: (() => void) | null = null
  firstSentMs: number | null = null
  firstReceivedMs: number | null = null
  repeated = false
  establishedMs: number | null = null

  constructor({ target, caFile, clock, owner, limits }: TransportOptions) {
    this.#target = target
    this.#config = clientConfig(caFile)
    this.#clock = clock
    this.#owner = owner
    this.#limits = limits
    this.#timer = new QuicTimer(clock, () => {
      this.repeated ||= this.firstReceivedMs === null
      this.#afterEvent()
    })
  }

  get established(): boolean {
    return this.establishedMs !== null
  }

  /** Quiche shows defaults for what the peer has not yet said until the handshake is done. */
  get parameters(): Record<string, number | boolean> | null {
    const stats = this.established ? (this.#connection?.stats() ?? this.#lastStats) : null
    return stats === null ? null : transportParameters(stats)
  }

  get handshake(): QuicHandshake | null {
    if (this.#shown === null) return null
    const session = this.#connection === null ? this.#lastSession : this.#connection.session()
    return { ...this.#shown, tickets: ticketsOf(session) }
  }

  /** Opens the socket and sends the first Initial as soon as it is there. */
  start(): void {
    const { address, port, family } = this.#target
    const socket = createSocket(family === 4 ? 'udp4' : 'udp6')
    this.#socket = socket
    socket.on('error', (error) => this.#onSocketError(error))
    socket.on('message', (datagram) => this.#onDatagram(datagram))
    socket.on('connect', () => this.#connect(socket))
    socket.connect(port, address)
  }

  send(streamId: number, bytes: Buffer, fin: boolean): void {
    const fail = (why: string): void =>
      this.#owner.unsent(streamId, new QuicFailure('h3_protocol_error', `stream ${streamId} ${why}`))
    try {
      const written = this.#connection?.streamSend(streamId, bytes, fin) ?? 0
      if (written !== bytes.length) fail(`takes ${written} of ${bytes.length} bytes`)
    } catch (error) {
      fail(`cannot be written: ${messageOf(error)}`)
    }
  }

  flush(): void {
    this.#afterEvent()
  }

  stopReading(streamId: number, code: number): void {
    if (isRequestStream(streamId)) this.#traffic.stopped += 1
    try {
      this.#connection?.streamShutdown(streamId, quiche().Shutdown.Read, code)
    } catch {
      // `Done`: the stream has ended by itself, so that there is nothing left to stop.
    }
  }

  /** Says goodbye (CONNECTION_CLOSE, H3_NO_ERROR) to a peer that has shown itself, and releases everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#end(CLOSED_BY_US, H3_ERRORS.H3_NO_ERROR)
  }

  #connect(socket: Socket): void {
    if (this.#closed) return
    const local = socket.address()
    const remote = socket.remoteAddress()
    this.#local = { host: local.address, port: local.port }
    this.#remote = { host: remote.address, port: remote.port }
    const sourceId = randomBytes(SOURCE_ID_BYTES)
    const { serverName } = this.#target
    try {
      const { Connection, MAX_DATAGRAM_SIZE } = quiche()
      this.#datagram = Buffer.allocUnsafe(MAX_DATAGRAM_SIZE)
      this.#connection = Connection.connect(serverName, sourceId, this.#local, this.#remote, this.#config)
    } catch (error) {
      // A name that BoringSSL does not take into SNI.
      this.#end(new QuicFailure('unknown_failure', messageOf(error)), null)
      return
    }
    this.firstSentMs = this.#clock()
    this.#afterEvent()
  }

  #onDatagram(datagram: Buffer): void {
    const connection = this.#connection
    if (connection === null || this.#closed) return
    this.firstReceivedMs ??= this.#clock()
    this.#isRetried ||= isRetry(datagram)
    this.#receivedBytes += datagram.length
    if (this.#receivedBytes > this.#limits.connectionBytes) {
      this.#endFlood('bytes')
      return
    }
    try {
      connection.recv(datagram, { from: this.#remote, to: this.#local })
    } catch (error) {
      // The turn below finds the connection ended where this ended it. Otherwise the datagram was no packet of this connection.
      if (connection.localError() !== null) this.#recvError ??= messageOf(error)
    }
    this.#count(connection, datagram.length)
    // Not in the turn below, before which a peer may have sent much more.
    if (this.#isTooMuchOverhead(connection)) return
    // One turn for all datagrams that arrived together: fewer ACKs, one pass over the streams.
    this.#turn ??= setImmediate(() => {
      this.#turn = null
      this.#afterEvent()
    })
  }

  /** quiche drops what is no packet of the connection silently; only its count shows them. */
  #count(connection: Connection, datagramBytes: number): void {
    const { recv } = connection.stats()
    if (recv === this.#packets) this.#strayDatagrams += 1
    else this.#traffic.received(datagramBytes)
    this.#packets = recv
  }

  #isTooMuchOverhead(connection: Connection): boolean {
    const { quicOverheadBytes } = this.#limits
    if (this.#traffic.overheadBytes(connection.isEstablished()) <= quicOverheadBytes) return false
    this.#endFlood('overhead')
    return true
  }

  #endFlood(flood: Flood): void {
    this.#end(floodFailure(flood, this.#limits), H3_ERRORS.H3_EXCESSIVE_LOAD)
  }

  #onSocketError(error: Error): void {
    this.#end(socketFailure(error, this.established, this.firstReceivedMs !== null), null)
  }

  /** Runs after datagrams, a timer or a write: reads, sends, looks whether it is over, sets the timer, wakes who waits. */
  #afterEvent(): void {
    const connection = this.#connection
    if (connection === null || this.#closed) return
    try {
      if (this.establishedMs === null && connection.isEstablished()) {
        this.establishedMs = this.#clock()
        this.#shown = this.#show(connection)
      }
      this.#readStreams(connection)
      this.#sendPackets(connection)
      if (connection.localError() !== null || connection.isDraining() || connection.isClosed()) {
        this.#end(closeFailure(this.#ending(connection), this.#target.serverName), null)
        return
      }
      if (this.#strayDatagrams > this.#limits.strayDatagrams) {
        this.#endFlood('strayDatagrams')
        return
      }
    } catch (error) {
      // Nobody above an event could catch it: whatever it is, it ends this connection and is recorded.
      const { failure, code } = ownerFailure(error)
      this.#end(failure, code)
      return
    }
    this.#timer.arm(connection)
    this.watcher?.()
  }

  #show(connection: Connection): Omit<QuicHandshake, 'tickets'> {
    const chain = connection.peerCertChain()
    return {
      isRetried: this.#isRetried,
      serverIdBytes: connection.destinationId().length,
      // quiche shows values alone.
      parameterOrder: null,
      chainBytes: chain?.reduce((sum, { length }) => sum + length, 0) ?? null,
    }
  }

  #ending(connection: Connection): Ending {
    return {
      isEstablished: connection.isEstablished(),
      isHeard: this.firstReceivedMs !== null,
      peer: connection.peerError(),
      local: connection.localError(),
      isTimedOut: connection.isTimedOut(),
      said: this.#recvError,
      chain: connection.peerCertChain() ?? [],
    }
  }

  #readStreams(connection: Connection): void {
    for (const streamId of connection.readable()) {
      let fin = false
      while (!fin) {
        let got: [number, boolean] | null
        try {
          got = connection.streamRecv(streamId, STREAM_SCRATCH)
        } catch (error) {
          const code = /^StreamReset\((\d+)\)$/.exec(messageOf(error))?.[1]
          // `InvalidStreamState`: the stream is gone, since its owner has stopped reading it within this loop.
          if (code !== undefined) this.#owner.reset(streamId, Number(code))
          else if (messageOf(error) !== 'InvalidStreamState') throw error
          break
        }
        if (got === null) break
        fin = got[1]
        this.#traffic.delivered += got[0]
        this.#owner.received(streamId, STREAM_SCRATCH.subarray(0, got[0]), fin)
      }
    }
  }

  #sendPackets(connection: Connection): void {
    for (;;) {
      const sent = connection.send(this.#datagram)
      if (sent === null) return
      // A copy: the socket may hold it until the kernel has room. Errors come as its 'error' event.
      this.#socket?.send(Buffer.from(this.#datagram.subarray(0, sent[0])))
    }
  }

  /** `code`: HTTP/3 error to close with; null where there is nobody to tell. */
  #end(failure: QuicFailure, code: number | null): void {
    if (this.#closed) return
    this.#closed = true
    this.failure = failure
    this.#timer.stop()
    if (this.#turn !== null) clearImmediate(this.#turn)
    if (code !== null) this.#sayGoodbye(code)
    this.#socket?.close()
    this.#lastStats = this.#connection?.stats() ?? null
    this.#lastSession = this.#connection?.session() ?? null
    // Its memory is freed once nothing refers to it: the garbage collector does not know how much that is.
    this.#connection = null
    this.watcher?.()
  }

  /** A peer that has never answered is told nothing. */
  #sayGoodbye(code: number): void {
    const connection = this.#connection
    if (connection === null || this.firstReceivedMs === null) return
    try {
      connection.close(true, code, Buffer.alloc(0))
      this.#sendPackets(connection)
    } catch {
      // It is past hearing it; its idle timeout will end it.
    }
  }
}

/** Bidirectional and ours (RFC 9000, 2.1). */
function isRequestStream(streamId: number): boolean {
  return streamId % 4 === 0
}

/** A Retry packet of version 1 (RFC 9000, 17.2.5), whose first bits are not protected. */
function isRetry(datagram: Buffer): boolean {
  return datagram.length > 5 && (datagram.readUInt8() & 0xf0) === 0xf0 && datagram.readUInt32BE(1) === 1
}
