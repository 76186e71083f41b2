import { FRAME, FrameReader } from '../../../crawler/quic/frames.ts'
import { decodeFieldSection } from '../../../crawler/quic/qpack-decode.ts'
import { quiche } from '../../../crawler/quic/quiche.ts'
import type { Connection, Host } from '../../../crawler/quic/quiche-binding.ts'
import { KeyLog } from './key-log.ts'
import { pourDatagrams } from './pour.ts'
import type { QuicBehaviour, ZooConnection } from './quic-behaviour.ts'
import { type PacketKeys, sealShort } from './quic-packets.ts'

const SCRATCH = Buffer.allocUnsafe(64 * 1024)
/** A datagram that holds ServerHello but not the certificate. */
const SERVER_HELLO_BYTES = 250
const REQUEST_MAX_BYTES = 64 * 1024
/** Lies beyond what quiche has numbered so far. */
const FIRST_FORGED = 1_000

interface Outgoing {
  readonly chunks: Iterator<Buffer>
  readonly fin: boolean
  pending: Buffer
}

function* chained({ pending, chunks }: Outgoing, next: Iterable<Buffer>): Generator<Buffer> {
  if (pending.length > 0) yield pending
  for (let step = chunks.next(); step.done !== true; step = chunks.next()) yield step.value
  yield* next
}

/** One accepted connection of the zoo's QUIC server: quiche's state machine, its timer, and streams to write to. */
export class QuicPeer implements ZooConnection, Disposable {
  readonly #connection: Connection
  readonly #clientId: Buffer
  readonly #keyLog: KeyLog | null
  readonly #behaviour: QuicBehaviour
  readonly #sendDatagram: (datagram: Buffer, remote: Host) => void
  readonly #onEnd: () => void
  readonly #outgoing = new Map<number, Outgoing>()
  readonly #requests = new Map<number, FrameReader>()
  readonly #intervals: NodeJS.Timeout[] = []
  /** Place where its last datagram came from. */
  #client: Host | null = null
  #timer: NodeJS.Timeout | null = null
  #accepted = false
  #established = false
  #forging = false
  #ended = false

  /** `clientId`: the id that the client goes by. */
  constructor(
    connection: Connection,
    clientId: Buffer,
    behaviour: QuicBehaviour,
    sendDatagram: (datagram: Buffer, remote: Host) => void,
    onEnd: () => void,
  ) {
    this.#connection = connection
    this.#clientId = clientId
    this.#keyLog = behaviour.forges === true ? new KeyLog(connection) : null
    this.#behaviour = behaviour
    this.#sendDatagram = sendDatagram
    this.#onEnd = onEnd
  }

  received(datagram: Buffer, from: { host: string; port: number }, to: { host: string; port: number }): void {
    if (this.#ended) return
    this.#client = from
    try {
      this.#connection.recv(datagram, { from, to })
    } catch {
      // A packet that breaks the connection: quiche has queued CONNECTION_CLOSE, and the turn below sends it.
    }
    if (!this.#accepted) {
      this.#accepted = true
      // The turn comes later: it would send the server's part of the handshake.
      this.#behaviour.accepted?.(this)
    }
    this.turn()
  }

  write(streamId: number, chunks: Iterable<Buffer>, fin: boolean): void {
    const waiting = this.#outgoing.get(streamId)
    const all = waiting === undefined ? chunks : chained(waiting, chunks)
    this.#outgoing.set(streamId, { chunks: all[Symbol.iterator](), fin, pending: Buffer.alloc(0) })
  }

  reset(streamId: number, code: number): void {
    this.#connection.streamShutdown(streamId, quiche().Shutdown.Write, code)
  }

  close(app: boolean, code: number): void {
    this.#connection.close(app, code, Buffer.from('zoo'))
  }

  closeInHandshake(code: number): void {
    // ServerHello and no more: without its keys the client could not read the packet that closes the connection.
    const hello = this.#connection.send(SCRATCH.subarray(0, SERVER_HELLO_BYTES))
    if (hello !== null) this.#sendDatagram(Buffer.from(SCRATCH.subarray(0, hello[0])), hello[1].to)
    this.close(false, code)
  }

  every(intervalMs: number, act: () => void): void {
    const tick = (): void => {
      act()
      this.turn()
    }
    this.#intervals.push(setInterval(tick, intervalMs))
  }

  forge(payloads: Iterable<Buffer>): void {
    const keys = this.#keyLog?.keysOf('SERVER') ?? null
    if (keys === null)
      throw new Error('zoo: only a behaviour that forges has keys, once the handshake is done')
    const to = this.#client
    if (to === null) throw new Error('zoo: nothing has come from the client yet')
    this.#forging = true
    pourDatagrams(this.#sealed(keys, payloads), (datagram) => this.#sendDatagram(datagram, to))
  }

  *#sealed(keys: PacketKeys, payloads: Iterable<Buffer>): Generator<Buffer> {
    let packetNumber = FIRST_FORGED
    for (const payload of payloads) {
      if (this.#ended) return
      yield sealShort(keys, this.#clientId, packetNumber, payload)
      packetNumber += 1
    }
  }

  /** Does what can be done now: reads requests, writes, sends packets, sets the timer. */
  turn(): void {
    if (this.#ended) return
    const connection = this.#connection
    if (!this.#established && connection.isEstablished()) {
      this.#established = true
      this.#behaviour.established?.(this)
    }
    this.#readRequests()
    for (const [streamId, outgoing] of this.#outgoing) this.#pump(streamId, outgoing)
    for (let sent = connection.send(SCRATCH); sent !== null; sent = connection.send(SCRATCH)) {
      // The numbers of quiche's packets would be read as others beside the forged ones.
      if (!this.#forging) this.#sendDatagram(Buffer.from(SCRATCH.subarray(0, sent[0])), sent[1].to)
    }
    if (connection.isClosed() || connection.isDraining()) {
      this[Symbol.dispose]()
      return
    }
    if (this.#timer !== null) clearTimeout(this.#timer)
    const timeoutMs = connection.timeout()
    this.#timer = timeoutMs === null ? null : setTimeout(() => this.#onTimer(), timeoutMs + 1)
  }

  [Symbol.dispose](): void {
    if (this.#ended) return
    this.#ended = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    for (const interval of this.#intervals) clearInterval(interval)
    this.#keyLog?.[Symbol.dispose]()
    this.#onEnd()
  }

  #onTimer(): void {
    this.#connection.onTimeout()
    this.turn()
  }

  #readRequests(): void {
    for (const streamId of this.#connection.readable()) {
      for (;;) {
        let got: [number, boolean] | null
        try {
          got = this.#connection.streamRecv(streamId, SCRATCH)
        } catch {
          // The client has reset its stream: there is nothing to answer.
          break
        }
        if (got === null) break
        if (streamId % 4 === 0) this.#reader(streamId).push(SCRATCH.subarray(0, got[0]))
        if (got[1]) break
      }
    }
  }

  /** Finds the HEADERS frame of a request and hands its path to the behaviour. */
  #reader(streamId: number): FrameReader {
    const known = this.#requests.get(streamId)
    if (known !== undefined) return known
    const reader = new FrameReader({
      begin: (type) => (type === FRAME.headers ? 'whole' : 'skip'),
      whole: (_type, payload) => {
        const fields = decodeFieldSection(payload, REQUEST_MAX_BYTES) ?? []
        const path = fields.find(([name]) => name === ':path')?.[1] ?? '/'
        this.#behaviour.request?.(this, streamId, path, fields)
      },
      piece: () => {},
    })
    this.#requests.set(streamId, reader)
    return reader
  }

  #pump(streamId: number, outgoing: Outgoing): void {
    for (;;) {
      let last = false
      if (outgoing.pending.length === 0) {
        const next = outgoing.chunks.next()
        last = next.done === true
        if (next.done !== true) outgoing.pending = next.value
      }
      let written: number | null
      try {
        written = this.#connection.streamSend(streamId, outgoing.pending, last && outgoing.fin)
      } catch {
        // The client wants no more of it (STOP_SENDING).
        this.#outgoing.delete(streamId)
        return
      }
      if (last) {
        this.#outgoing.delete(streamId)
        return
      }
      if (written === null || written === 0) return
      outgoing.pending = outgoing.pending.subarray(written)
    }
  }
}
