import { getSystemErrorName } from 'node:util'
import type { TicketsSeen } from '../../model/operation.ts'
import { closeFailure, type Ending } from './close-failure.ts'
import { type Flood, floodFailure } from './flood-failure.ts'
import { H3_ERRORS } from './h3-error.ts'
import { ownerFailure } from './owner-failure.ts'
import { ASK, encodeAsk, encodeUint64, REPORT, readUint64 } from './pipe-frames.ts'
import { QuicFailure } from './quic-failure.ts'
import type { ProgramConnection, QuicProgram } from './quic-program.ts'
import {
  CONNECTION_WINDOW_BYTES,
  IDLE_MS,
  PEER_STREAMS,
  type QuicHandshake,
  type QuicLimits,
  type QuicTransport,
  type TransportOptions,
} from './quic-transport.ts'
import { socketFailure } from './socket-failure.ts'

/** The program's report that a connection has ended: lab/quic/program/src/ending.rs. */
interface ReportedEnding extends Omit<Ending, 'chain' | 'local' | 'peer'> {
  readonly errno: number | null
  /** `frames`: a limit of quinn's own on what it keeps. */
  readonly flood: Flood | 'frames' | null
  readonly peer: ReportedClose | null
  readonly local: ReportedClose | null
  /** Hexadecimal digits. */
  readonly chain: readonly string[]
}

/** The facts of a handshake, once it is done. */
type ReportedHandshake = Omit<QuicHandshake, 'tickets'> & {
  readonly parameters: Readonly<Record<string, number | boolean>>
}

interface ReportedClose {
  readonly isApp: boolean
  readonly errorCode: number
  /** Latin-1. */
  readonly reason: string
}

const CLOSED_BY_US = new QuicFailure('h3_closed', 'closed by us')

/** A connection that towline-quic makes. Its times are the program's, counted from its first datagram. */
export class ProgramClient implements QuicTransport, ProgramConnection {
  readonly #program: QuicProgram
  readonly #options: TransportOptions
  #id: number | null = null
  failure: QuicFailure | null = null
  watcher: (() => void) | null = null
  firstSentMs: number | null = null
  firstReceivedMs: number | null = null
  establishedMs: number | null = null
  repeated = false
  parameters: Readonly<Record<string, number | boolean>> | null = null
  #shown: Omit<QuicHandshake, 'tickets'> | null = null
  #tickets: TicketsSeen = { count: 0, lifetimeS: null, maxEarlyDataBytes: null }

  constructor(program: QuicProgram, options: TransportOptions) {
    this.#program = program
    this.#options = options
  }

  get established(): boolean {
    return this.establishedMs !== null
  }

  get handshake(): QuicHandshake | null {
    return this.#shown && { ...this.#shown, tickets: this.#tickets }
  }

  start(): void {
    const { target, clock, limits } = this.#options
    const { connectionBytes, strayDatagrams, quicOverheadBytes }: QuicLimits = limits
    this.#id = this.#program.add(this)
    this.firstSentMs = clock()
    const order = {
      address: target.address,
      port: target.port,
      serverName: target.serverName,
      windowBytes: CONNECTION_WINDOW_BYTES,
      peerStreams: PEER_STREAMS,
      idleMs: IDLE_MS,
      limits: { connectionBytes, strayDatagrams, quicOverheadBytes },
    }
    this.#ask(ASK.open, Buffer.from(JSON.stringify(order)))
  }

  send(streamId: number, bytes: Buffer, fin: boolean): void {
    this.#ask(ASK.send, encodeUint64(streamId), Buffer.of(fin ? 1 : 0), bytes)
  }

  /** Writes of one turn are sent together in any case. */
  flush(): void {}

  stopReading(streamId: number, code: number): void {
    this.#ask(ASK.stop, encodeUint64(streamId), encodeUint64(code))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end(CLOSED_BY_US, H3_ERRORS.H3_NO_ERROR)
  }

  onReport(kind: number, rest: Buffer): void {
    try {
      this.#read(kind, rest)
    } catch (error) {
      // Nobody above an event could catch it: whatever it is, it ends this connection and is recorded.
      const { failure, code } = ownerFailure(error)
      this.#end(failure, code)
    }
    this.watcher?.()
  }

  /** The peer's protocol stays unknown: the program has ended, maybe by another connection. */
  onProgramEnd(why: string, isBusy: boolean): void {
    this.#id = null
    this.failure ??= new QuicFailure(
      isBusy ? 'client_busy' : 'quic_unavailable',
      `the QUIC program has ended: ${why}`,
    )
    this.watcher?.()
  }

  #read(kind: number, rest: Buffer): void {
    const { owner } = this.#options
    if (kind === REPORT.heard) {
      this.firstReceivedMs = this.#timeAt(readUint64(rest))
      this.repeated = rest[8] === 1
    } else if (kind === REPORT.established) {
      this.establishedMs = this.#timeAt(readUint64(rest))
      const { parameters, ...shown } = JSON.parse(rest.toString('latin1', 8)) as ReportedHandshake
      this.parameters = parameters
      this.#shown = shown
    } else if (kind === REPORT.tickets) {
      this.#tickets = JSON.parse(rest.toString('latin1')) as TicketsSeen
    } else if (kind === REPORT.stream) {
      const bytes = rest.subarray(9)
      owner.received(readUint64(rest), bytes, rest[8] === 1)
      // The owner's requests come first: the program fetches no more of a stream that is to be stopped.
      if (bytes.length > 0) this.#ask(ASK.took, encodeUint64(bytes.length))
    } else if (kind === REPORT.reset) {
      owner.reset(readUint64(rest), readUint64(rest, 8))
    } else if (kind === REPORT.unsent) {
      const streamId = readUint64(rest)
      const why = `stream ${streamId} cannot be written: ${rest.toString('utf8', 8)}`
      owner.unsent(streamId, new QuicFailure('h3_protocol_error', why))
    } else {
      this.#end(this.#failureOf(JSON.parse(rest.toString()) as ReportedEnding), null)
    }
  }

  #failureOf(ending: ReportedEnding): QuicFailure {
    const { isEstablished, isHeard, errno, flood, said, peer, local, isTimedOut } = ending
    if (errno !== null) return socketFailure(systemError(errno), isEstablished, isHeard)
    if (flood === 'frames') return new QuicFailure('quic_flood', said)
    if (flood !== null) return floodFailure(flood, this.#options.limits)
    if (said !== null && peer === null && local === null && !isTimedOut)
      return new QuicFailure('unknown_failure', said)
    const withBytes = (close: ReportedClose | null) =>
      close && { ...close, reason: Buffer.from(close.reason, 'latin1') }
    const chain = ending.chain.map((digits) => Buffer.from(digits, 'hex'))
    return closeFailure(
      { ...ending, peer: withBytes(peer), local: withBytes(local), chain },
      this.#options.target.serverName,
    )
  }

  #timeAt(microseconds: number): number {
    return (this.firstSentMs ?? 0) + microseconds / 1_000
  }

  #ask(kind: number, ...parts: readonly Uint8Array[]): void {
    if (this.#id !== null) this.#program.write(encodeAsk(kind, this.#id, ...parts))
  }

  /** `code`: HTTP/3 error to close with; null where there is nobody to tell. */
  #end(failure: QuicFailure, code: number | null): void {
    this.failure ??= failure
    if (this.#id === null) return
    this.#ask(ASK.close, encodeUint64(code ?? SILENTLY))
    this.#program.remove(this.#id)
    this.#id = null
    this.watcher?.()
  }
}

const SILENTLY = 2n ** 64n - 1n

function systemError(errno: number): Error {
  const code = getSystemErrorName(-errno)
  return Object.assign(new Error(code), { code })
}
