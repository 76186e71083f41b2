import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { GraphReport } from './graph-report.ts'

/** The program that loads graphs over real sockets: one process, one load at a time. It dies with this process. */
export class GraphReplayer implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  readonly #ended: Promise<unknown>
  #complaint = ''

  /**
   * @param command runs `towline-load`; in a namespace, on a core
   * @param keyLogFile gets the secrets of TLS and QUIC; null: nobody does
   */
  constructor([file, ...argv]: readonly [string, ...string[]], keyLogFile: string | null) {
    const { SSLKEYLOGFILE: _, ...env } = process.env
    this.#child = spawn(file, [...argv, 'graph'], {
      stdio: 'pipe',
      // Ctrl-C at a terminal is for us: the load under way is recorded, and the rest left.
      detached: true,
      env: keyLogFile === null ? env : { ...env, SSLKEYLOGFILE: keyLogFile },
    })
    this.#ended = once(this.#child, 'close').catch(() => {})
    // Writing to one that has ended fails; waiting for its line says so.
    this.#child.stdin.on('error', () => {})
    this.#child.on('error', (error) => {
      this.#complaint += error.message
    })
    this.#child.stderr.on('data', (text: Buffer) => {
      this.#complaint = `${this.#complaint}${text}`.slice(-MOST_SAID)
    })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Id of its process, and of its group. */
  get pid(): number | null {
    return this.#child.pid ?? null
  }

  get isAlive(): boolean {
    return this.pid !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /**
   * Loads what is in an order's file. It ends at the order's own limit at the latest.
   * @throws Error with what the program said, where it cannot
   */
  async load(orderFile: string): Promise<GraphReport> {
    this.#child.stdin.write(`${orderFile}\n`)
    const { value, done } = await this.#lines.next()
    if (done !== true) return JSON.parse(value) as GraphReport
    await this.#ended
    const { exitCode, signalCode } = this.#child
    throw new Error(this.#complaint.trim() || `the replayer has ended (${signalCode ?? exitCode})`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end()
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}

const MOST_SAID = 2_000
