import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { RunnerOrder, RunnerReply, RunnerRequest, RunnerSample } from './runner-messages.ts'

export interface RunnerListener {
  readonly onSample: (sample: RunnerSample) => void
  readonly warn: (line: string) => void
}

export class RunnerEnded extends Error {
  override readonly name = 'RunnerEnded'
}

export class RunnerFailed extends Error {
  override readonly name = 'RunnerFailed'
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The process that loads pages, at the client's end of a lab's network; its browsers stay from cell to cell. */
export class RunnerProcess implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #replies: AsyncIterator<string>
  readonly #ended: Promise<unknown>
  #errorText = ''

  /**
   * @param command runs a program at the client's end; it dies with this process
   * @param program of scripts/, with `order` as its argument in JSON; but for the database, whose URL may hold a password:
   * everybody may read command lines
   */
  constructor(command: (argv: readonly string[]) => string[], program: string, order: RunnerOrder) {
    const { database, ...rest } = order
    const [file = '', ...argv] = command([process.execPath, program, JSON.stringify(rest)])
    const env = { ...process.env, DATABASE_URL: database }
    // Detached: a Ctrl-C at the terminal is for us; what is under way is then recorded, and the rest left.
    this.#child = spawn(file, argv, { stdio: 'pipe', detached: true, env })
    this.#ended = once(this.#child, 'close').catch(() => {})
    // Writing to one that has ended fails; waiting for its reply says so.
    this.#child.stdin.on('error', () => {})
    this.#child.stderr.on('data', (text: Buffer) => {
      this.#errorText = `${this.#errorText}${text}`.slice(-MOST_SAID)
    })
    this.#replies = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /**
   * Takes the samples of a part of a campaign; an abort ends it when the sample under way is recorded. Rejects with
   * `RunnerEnded` or `RunnerFailed`; then it is of no more use.
   */
  async run(request: RunnerRequest, { onSample, warn }: RunnerListener, signal: AbortSignal): Promise<void> {
    const stop = (): void => void this.#child.kill('SIGINT')
    signal.throwIfAborted()
    signal.addEventListener('abort', stop, { once: true })
    try {
      this.#child.stdin.write(`${JSON.stringify(request)}\n`)
      for (;;) {
        const { value, done } = await this.#replies.next()
        if (done === true) {
          await this.#ended
          const { exitCode, signalCode } = this.#child
          throw new RunnerEnded(
            `what loads the pages has ended (${signalCode ?? exitCode}): ${this.#errorText.trim()}`,
          )
        }
        const reply = JSON.parse(value) as RunnerReply
        if (reply.kind === 'sample') onSample(reply.sample)
        else if (reply.kind === 'warning') warn(reply.line)
        else if (reply.kind === 'failed') throw new RunnerFailed(reply.message, reply.exitCode)
        else return
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end()
    await this.#ended
  }
}

const MOST_SAID = 2_000
