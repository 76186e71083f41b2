import type { Connection } from './quiche-binding.ts'

/**
 * The one timer of a connection, for quiche's loss detection and idle timeout. Most deadlines only move away: a timer
 * that is due too early is therefore left alone, and looks for the new deadline when it fires.
 */
export class QuicTimer {
  readonly #clock: () => number
  readonly #fired: () => void
  #timer: NodeJS.Timeout | null = null
  #dueMs = 0

  /** `fired` is called after each timeout, and must `arm` again. */
  constructor(clock: () => number, fired: () => void) {
    this.#clock = clock
    this.#fired = fired
  }

  arm(connection: Connection): void {
    const timeoutMs = connection.timeout()
    if (timeoutMs === null) return
    const dueMs = this.#clock() + timeoutMs
    if (this.#timer !== null) {
      if (this.#dueMs <= dueMs) return
      clearTimeout(this.#timer)
    }
    this.#dueMs = dueMs
    const fire = (): void => {
      this.#timer = null
      // Does nothing where none of quiche's deadlines has passed.
      connection.onTimeout()
      this.#fired()
    }
    // quiche cuts its deadline to whole milliseconds: one more, so that we are not early.
    this.#timer = setTimeout(fire, timeoutMs + 1)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }
}
