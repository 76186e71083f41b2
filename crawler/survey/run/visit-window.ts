import type { OperationRow } from '../../../model/operation.ts'
import { SYN_REPEAT_MS } from '../tcp/tcp.ts'

/** Visits at once at the start; further ones begin as the first have been answered. */
const FIRST = 32
/** However lossy the line: a survey that is too slow is seen, one that never ends is not. */
const LEAST = 16
/** Connections over which loss is judged, and the share of them whose SYN was repeated that a good line stays below. */
const JUDGED = 100
const MOST_REPEATED = 0.05
/** CUBIC reduces its window likewise (RFC 9438, 4.6). */
const REDUCTION = 0.7

/**
 * Sets how many sites are visited at once, as TCP finds how many segments may be under way: more with every visit that
 * connected, fewer where SYNs of servers that did answer were lost, or this machine lacked sockets. A survey that fills its own
 * line measures itself. Servers that never answer count for nothing: most of them are dead.
 */
export class VisitWindow {
  readonly #most: number
  readonly #signal: AbortSignal
  readonly #waiting = new Set<() => void>()
  #size: number
  #isProbing = true
  #under = 0
  #connected = 0
  #repeated = 0

  /**
   * @param most visits at once, on the best of lines
   * @param signal stops the run. One listener for all that wait: each more is compared with all before it
   */
  constructor(most: number, signal: AbortSignal) {
    this.#most = most
    this.#size = Math.min(most, FIRST)
    this.#signal = signal
    if (!signal.aborted) signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** Visits that may be under way now. */
  get size(): number {
    return Math.floor(this.#size)
  }

  /** Resolves when one more visit may begin, or the run is stopped; dispose of the place when the visit has ended. */
  async enter(): Promise<Disposable> {
    while (this.#under >= this.size && !this.#signal.aborted)
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    this.#under += 1
    return {
      [Symbol.dispose]: () => {
        this.#under -= 1
        this.#wake()
      },
    }
  }

  /** Learns from what a visit met. */
  heed(rows: readonly Pick<OperationRow, 'operation' | 'failure' | 'durationMs'>[]): void {
    const connects = rows.filter(({ operation, failure }) => operation === 'tcp' && failure === null)
    this.#connected += connects.length
    this.#repeated += connects.filter(({ durationMs }) => (durationMs ?? 0) >= SYN_REPEAT_MS).length
    if (this.#isLossy() || rows.some(({ failure }) => failure === 'client_busy')) this.#reduce()
    else if (connects.length > 0)
      this.#size = Math.min(this.#most, this.#size + (this.#isProbing ? 1 : 1 / this.#size))
    this.#wake()
  }

  /** Asked of every `JUDGED` connections. */
  #isLossy(): boolean {
    if (this.#connected < JUDGED) return false
    const isLossy = this.#repeated > MOST_REPEATED * this.#connected
    this.#connected = 0
    this.#repeated = 0
    return isLossy
  }

  #reduce(): void {
    this.#isProbing = false
    this.#size = Math.min(this.#most, Math.max(LEAST, this.#size * REDUCTION))
  }

  #wake(): void {
    const room = this.#signal.aborted ? this.#waiting.size : Math.max(0, this.size - this.#under)
    for (const admit of [...this.#waiting.values().take(room)]) {
      this.#waiting.delete(admit)
      admit()
    }
  }
}
