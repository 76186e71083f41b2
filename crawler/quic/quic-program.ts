import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { isClientBusy, networkError } from '../network/classify.ts'
import { ASK, encodeAsk, ReportReader } from './pipe-frames.ts'
import { trustedRoots } from './trusted-roots.ts'

export interface ProgramConnection {
  onReport(kind: number, rest: Buffer): void
  /** `isBusy`: this process had no descriptor left to start the program with. */
  onProgramEnd(why: string, isBusy: boolean): void
}

/** Characters kept of what it says of its end. */
const MOST_SAID = 300

/**
 * The process of towline-quic that makes all QUIC connections of this one which trust the same roots. It ends with this
 * process, since its standard input does. Where it ends before, its connections fail, and the next one starts another.
 */
export class QuicProgram {
  static readonly #running = new Map<string, QuicProgram>()
  readonly #child: ChildProcess
  readonly #key: string
  readonly #connections = new Map<number, ProgramConnection>()
  #nextConnection = 0
  #said = ''
  #isCorked = false

  /** Throws where the root certificates cannot be read. */
  static of(program: string, caFile: string | null): QuicProgram {
    const key = JSON.stringify([program, caFile])
    const known = QuicProgram.#running.get(key)
    if (known !== undefined) return known
    const started = new QuicProgram(program, key, trustedRoots(caFile))
    QuicProgram.#running.set(key, started)
    return started
  }

  private constructor(program: string, key: string, roots: Buffer) {
    this.#key = key
    // Detached: Ctrl-C is for this process, which may still want answers.
    const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    this.#child = child
    const reader = new ReportReader((kind, connection, rest) => {
      // One that this side has closed may still have had something to say.
      this.#connections.get(connection)?.onReport(kind, rest)
    })
    child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString('latin1')).slice(-MOST_SAID)
    })
    // EPIPE: it has ended, which the child's own events say.
    child.stdin?.on('error', () => {})
    child.on('error', (error) => this.#onEnd(error.message, isClientBusy(networkError(error))))
    child.on('close', (code, signal) => this.#onEnd(`${signal ?? `exit code ${code}`} ${this.#said.trim()}`))
    this.write(encodeAsk(ASK.roots, 0, roots))
    this.#keepAlive(false)
  }

  /** The process id; undefined where it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  add(connection: ProgramConnection): number {
    const id = this.#nextConnection
    this.#nextConnection = (id + 1) % 2 ** 32
    this.#connections.set(id, connection)
    if (this.#connections.size === 1) this.#keepAlive(true)
    return id
  }

  remove(id: number): void {
    this.#connections.delete(id)
    if (this.#connections.size === 0) this.#keepAlive(false)
  }

  /** All that is written within one turn goes out at once, and so into one datagram where it fits. */
  write(ask: Buffer): void {
    const { stdin } = this.#child
    // Undefined, whatever its type says, where no descriptor was left to start it with: its error event says so.
    if (stdin?.destroyed !== false) return
    if (!this.#isCorked) {
      this.#isCorked = true
      stdin.cork()
      process.nextTick(() => {
        this.#isCorked = false
        stdin.uncork()
      })
    }
    stdin.write(ask)
  }

  /** A program without connections does not keep this process running. */
  #keepAlive(isNeeded: boolean): void {
    const { stdin, stdout, stderr } = this.#child
    for (const handle of [this.#child, ...([stdin, stdout, stderr] as (Socket | null)[])]) {
      if (isNeeded) handle?.ref()
      else handle?.unref()
    }
  }

  #onEnd(why: string, isBusy = false): void {
    if (QuicProgram.#running.get(this.#key) === this) QuicProgram.#running.delete(this.#key)
    const connections = [...this.#connections.values()]
    this.#connections.clear()
    for (const connection of connections) connection.onProgramEnd(why, isBusy)
  }
}
