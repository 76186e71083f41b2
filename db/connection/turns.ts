import { DatabaseError } from './database-error.ts'

/** Says how long one waits for a turn, milliseconds. */
const WAIT_MS = 60_000

const BUSY = 'the database is busy with other work: try again later'

/** Lets so many at a time have a connection, those who ask first. */
export class Turns {
  #free: number
  readonly #all: number
  readonly #waitMs: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, waitMs = WAIT_MS) {
    this.#free = atOnce
    this.#all = atOnce
    this.#waitMs = waitMs
  }

  /** Resolves when it is one's turn, which lasts until `end`. Rejects with a `DatabaseError` where that takes too long. */
  async begin(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      reject(new DatabaseError('locked', BUSY))
    }, this.#waitMs)
    await promise.finally(() => clearTimeout(timer))
  }

  end(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }

  /** Resolves when all turns that have been asked for are over: from then on nobody has one. */
  async over(): Promise<void> {
    for (let n = 0; n < this.#all; n += 1) await this.begin()
  }
}
