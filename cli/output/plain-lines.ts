const FIRST_MS = 5_000
const MOST_MS = 60_000

/**
 * Says when a line of progress is due where lines cannot be rewritten: after 5 s, then after twice as long each time, a minute at
 * most. Nobody waits longer than 5 s without a word, and a run of hours does not fill a log.
 */
export class PlainLines {
  readonly #clock: () => number
  #everyMs = FIRST_MS
  #dueMs: number

  /** @param clock monotonic, milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
    this.#dueMs = clock() + FIRST_MS
  }

  /** Whether one is due now; the next then is not before its time. */
  take(): boolean {
    const nowMs = this.#clock()
    if (nowMs < this.#dueMs) return false
    this.#everyMs = Math.min(2 * this.#everyMs, MOST_MS)
    this.#dueMs = nowMs + this.#everyMs
    return true
  }
}
