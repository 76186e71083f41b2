import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Direction } from '../condition/link.ts'
import { Arrivals } from './arrivals.ts'
import { ECHO_PORT } from './echo.ts'
import {
  type Burst,
  type EchoMessage,
  machineMs,
  packetMs,
  type Received,
  readEcho,
  SOCKET_BUFFER_BYTES,
  writeEcho,
} from './echo-message.ts'
import { sendPaced } from './paced.ts'

const ECHO_BYTES = 64
/** Nothing has come for so long beside the round-trip time: nothing more comes. */
const QUIET_MS = 300
const QUESTION_TRIES = 20

export class EchoClient implements Disposable {
  readonly #socket: Socket
  readonly #address: string
  readonly #patienceMs: number
  #sessions = 0

  private constructor(socket: Socket, address: string, rttMs: number) {
    this.#socket = socket
    this.#address = address
    this.#patienceMs = rttMs + QUIET_MS
  }

  /** `rttMs` is the longest that an answer may take. */
  static async open(address: string, rttMs: number): Promise<EchoClient> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: SOCKET_BUFFER_BYTES })
    socket.connect(ECHO_PORT, address)
    await once(socket, 'connect')
    // One for each echo that is under way.
    socket.setMaxListeners(0)
    return new EchoClient(socket, address, rttMs)
  }

  [Symbol.dispose](): void {
    this.#socket.close()
  }

  /** Milliseconds; null where no answer came. */
  async roundTrip(): Promise<number | null> {
    const session = this.#newSession()
    const { promise, resolve } = Promise.withResolvers<number | null>()
    using _ = this.#listen(session, () => resolve(performance.now() - startMs))
    const startMs = performance.now()
    this.#send({ kind: 'echo', session, sequence: 0 }, ECHO_BYTES)
    const timer = setTimeout(() => resolve(null), this.#patienceMs)
    const tookMs = await promise
    clearTimeout(timer)
    return tookMs
  }

  /** Counts what arrives there of so many echoes, and of those what comes back. No more than `atOnce` are sent together. */
  async echoes(
    packets: number,
    mbps: number,
    atOnce: number,
  ): Promise<{ readonly farEnd: Received; readonly nearEnd: Received }> {
    const session = this.#newSession()
    // Uses the numbers that they had there, so that what was lost on the way there is not missed here.
    const back = new Arrivals()
    using _ = this.#listen(session, (message, sizeBytes) => {
      if (message.kind === 'echo') back.add((message.arrived ?? 0) - 1, sizeBytes, machineMs())
    })
    await sendPaced(
      { packets, sizeBytes: ECHO_BYTES, mbps },
      (sequence) => this.#send({ kind: 'echo', session, sequence }, ECHO_BYTES),
      atOnce,
    )
    await sleep(this.#patienceMs)
    return { farEnd: await this.#counted(session, null), nearEnd: back.received() }
  }

  /**
   * Measures what arrives of a burst, and how fast within `withinMs` of its first packet (null: all). `queueMs` is how long a
   * packet may wait on its way.
   */
  async burst(
    direction: Direction,
    burst: Burst,
    queueMs: number,
    withinMs: number | null = null,
  ): Promise<Received> {
    return direction === 'up'
      ? this.#burstUp(burst, queueMs, withinMs)
      : this.#burstDown(burst, queueMs, withinMs)
  }

  async #burstUp(burst: Burst, queueMs: number, withinMs: number | null): Promise<Received> {
    const session = this.#newSession()
    await sendPaced(burst, (sequence) =>
      this.#send({ kind: 'data', session, sequence, sentMs: machineMs() }, burst.sizeBytes),
    )
    await sleep(this.#patienceMs + queueMs)
    return await this.#counted(session, withinMs)
  }

  async #burstDown(burst: Burst, queueMs: number, withinMs: number | null): Promise<Received> {
    const session = this.#newSession()
    const arrivals = new Arrivals()
    using _ = this.#listen(session, (message, sizeBytes) => {
      if (message.kind === 'data') arrivals.add(message.sequence, sizeBytes, machineMs(), message.sentMs)
    })
    for (let attempt = 0; attempt < QUESTION_TRIES && arrivals.count === 0; attempt++) {
      this.#send({ kind: 'burst', session, burst })
      await sleep(this.#patienceMs)
    }
    const lastsMs = burst.packets * packetMs(burst.sizeBytes, burst.mbps)
    const quietMs = QUIET_MS + Math.min(queueMs, lastsMs) / 2
    while (machineMs() - arrivals.lastMs < quietMs) await sleep(QUIET_MS / 2)
    return arrivals.received(withinMs)
  }

  /** Asks what the echo has counted of a session: again until an answer comes. */
  async #counted(session: number, withinMs: number | null): Promise<Received> {
    const { promise, resolve } = Promise.withResolvers<Received>()
    using _ = this.#listen(session, (message) => {
      if (message.kind === 'count' && message.received) resolve(message.received)
    })
    for (let attempt = 0; attempt < QUESTION_TRIES; attempt++) {
      this.#send({ kind: 'count', session, withinMs })
      const answer = await Promise.race([promise, sleep(this.#patienceMs, null)])
      if (answer) return answer
    }
    throw new Error(`the echo at ${this.#address} does not answer`)
  }

  #newSession(): number {
    this.#sessions += 1
    return this.#sessions
  }

  #send(message: EchoMessage, sizeBytes?: number): void {
    this.#socket.send(writeEcho(message, sizeBytes))
  }

  /** Calls `see` for every message of a session until it is disposed of. */
  #listen(session: number, see: (message: EchoMessage, sizeBytes: number) => void): Disposable {
    const onMessage = (datagram: Buffer) => {
      const message = readEcho(datagram)
      if (message?.session === session) see(message, datagram.length)
    }
    this.#socket.on('message', onMessage)
    return { [Symbol.dispose]: () => void this.#socket.off('message', onMessage) }
  }
}
