/** Looks at a worker within the time for which it may be silent. */
const LOOKS = 6

/**
 * Notices that a worker hangs: its event loop does not turn any more, whatever its timers had promised. Time is counted by
 * looks of this process, so that none hangs because this process, or the whole machine, was asleep meanwhile.
 */
export class Watchdog implements Disposable {
  readonly #onHung: () => void
  #timer: NodeJS.Timeout | null = null
  #looks = 0

  constructor(onHung: () => void) {
    this.#onHung = onHung
  }

  /** The worker lives, and hangs if nothing is heard for so long; null: it may be silent from now on. */
  heard(silentMs: number | null): void {
    this.#looks = 0
    if (silentMs === null) this[Symbol.dispose]()
    else this.#timer ??= setInterval(() => this.#look(), silentMs / LOOKS)
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #look(): void {
    this.#looks += 1
    if (this.#looks < LOOKS) return
    this[Symbol.dispose]()
    this.#onHung()
  }
}
