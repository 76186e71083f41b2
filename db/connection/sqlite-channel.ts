import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { SqliteAnswer, SqliteRequest, SqliteRows } from './sqlite-requests.ts'

const HOLDER = new URL(`./sqlite-holder${extname(import.meta.filename)}`, import.meta.url)

interface Waiting {
  readonly resolve: (rows: SqliteRows | null) => void
  readonly reject: (error: Error) => void
}

/** A holder, and who waits for its answers. While nobody does, it does not keep this process alive. */
export class SqliteChannel {
  readonly #holder: Worker | ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #end: Error | null = null

  /** @param isProcess it can be ended in the middle of a statement, which a thread cannot */
  constructor({ isProcess }: { readonly isProcess: boolean }) {
    // Nothing that this process was started with is the holder's affair.
    const holder = isProcess
      ? fork(fileURLToPath(HOLDER), { execArgv: [], serialization: 'advanced' })
      : new Worker(HOLDER, { execArgv: [] })
    this.#holder = holder
    holder.on('message', (answer: SqliteAnswer) => this.#take(answer))
    const ended = (cause?: unknown): void =>
      this.#fail(sqliteError('the thread of the database has ended', 'SQLITE_ABORT', cause))
    holder.on('error', ended)
    holder.on('exit', () => ended())
    this.#keepAlive(false)
  }

  get isLost(): boolean {
    return this.#end !== null
  }

  ask(request: SqliteRequest): Promise<SqliteRows | null> {
    if (this.#end !== null) return Promise.reject(this.#end)
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#keepAlive(true)
      if (this.#holder instanceof Worker) this.#holder.postMessage([id, request])
      else this.#holder.send([id, request])
    })
  }

  /** Ends the holder, of a process also in the middle of a statement; who waits gets this error. */
  end(error = sqliteError('the connection was closed', 'SQLITE_ABORT')): void {
    this.#fail(error)
    if (this.#holder instanceof Worker) void this.#holder.terminate()
    else this.#holder.kill('SIGKILL')
  }

  #fail(error: Error): void {
    this.#end ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
    this.#keepAlive(false)
  }

  #take([id, failure, answer]: SqliteAnswer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#keepAlive(false)
    if (failure === null) waiting?.resolve(answer)
    else waiting?.reject(sqliteError(failure.message, failure.code))
  }

  #keepAlive(keep: boolean): void {
    const holder = this.#holder
    const channel = holder instanceof Worker ? null : holder.channel
    if (keep) {
      holder.ref()
      channel?.ref()
    } else {
      holder.unref()
      channel?.unref()
    }
  }
}

export function sqliteError(message: string, code: string | null, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause })
  return code === null ? error : Object.assign(error, { code })
}
