import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from './collect-garbage.ts'

const MIB = 2 ** 20

/** Stops a run whose process is to end: what it visits may be what fills its memory. */
export class MemoryFull extends Error {
  override readonly name = 'MemoryFull'
}

/** Memory that a worker may take beyond what it had when it began, bytes. */
interface MemoryLimits {
  /** No visit begins from here on. */
  readonly holdBytes: number
  /** Another process is to take the worker's place from here on. */
  readonly replaceBytes: number
}

/**
 * A visit that shakes hands takes some 200 KiB; of as many as may be at once most wait for a name, a connection or an answer
 * (docs/decisions/133-visit-window.md).
 */
const HOLD_BYTES_A_VISIT = 192 * 1024
const LEAST_HOLD_BYTES = 192 * MIB

/** @param concurrency visits of this worker at once */
export function memoryLimits(concurrency: number): MemoryLimits {
  const holdBytes = Math.max(LEAST_HOLD_BYTES, concurrency * HOLD_BYTES_A_VISIT)
  return { holdBytes, replaceBytes: Math.round((holdBytes * 5) / 3) }
}

/** Growth after which garbage is collected: what native code holds for dead objects the collector does not know of. */
const COLLECT_BYTES = 64 * MIB
/** Every visit that had begun has ended by then (`siteMs`), and waiting on frees nothing. */
const LONGEST_HOLD_MS = 30_000
const LOOK_EVERY_MS = 100

interface MemoryLimitOptions {
  readonly limits: MemoryLimits
  readonly clock: () => number
  /** Visits begin to wait, once in a worker's life. */
  readonly onHold: (bytes: number) => void
  /** It takes too much, or has held visits back in vain: none is held back from now on, until the memory falls. */
  readonly onExceeded: (bytes: number) => void
  /** Resident memory of this process; null where it cannot be told now. Default: as the system tells. */
  readonly readBytes?: () => number | null
  /** Default: V8's whole collection. */
  readonly collect?: () => Promise<void>
}

/** Keeps the memory of a survey's worker, native memory included, below what would cost the machine. */
export class MemoryLimit implements Disposable {
  readonly #options: Required<MemoryLimitOptions>
  readonly #startBytes: number
  #collectedBytes: number
  #heldSinceMs: number | null = null
  #wasHeld = false
  #exceeded = false
  #looking = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: MemoryLimitOptions) {
    this.#options = {
      readBytes: residentBytes,
      collect: collectGarbage,
      ...options,
    }
    this.#startBytes = this.#options.readBytes() ?? 0
    this.#collectedBytes = this.#startBytes
  }

  watch(): this {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
    return this
  }

  get isHeld(): boolean {
    return this.#heldSinceMs !== null
  }

  /** Resolves once a visit may begin, or the signal is aborted. */
  async admit(signal: AbortSignal): Promise<void> {
    while (this.isHeld && !signal.aborted) await sleep(LOOK_EVERY_MS)
  }

  async look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      const bytes = await this.#bytes()
      if (bytes !== null) this.#judge(bytes)
    } finally {
      this.#looking = false
    }
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#heldSinceMs = null
  }

  /** Reads what is taken after garbage has been collected, where there may be much of it. */
  async #bytes(): Promise<number | null> {
    const { readBytes, collect } = this.#options
    const bytes = readBytes()
    if (bytes === null || bytes < this.#collectedBytes + COLLECT_BYTES) return bytes
    await collect()
    this.#collectedBytes = readBytes() ?? bytes
    return this.#collectedBytes
  }

  #judge(bytes: number): void {
    const { limits, clock, onHold, onExceeded } = this.#options
    const grownBytes = bytes - this.#startBytes
    if (grownBytes <= limits.holdBytes) {
      this.#heldSinceMs = null
      this.#exceeded = false
      return
    }
    if (this.#exceeded) return
    this.#heldSinceMs ??= clock()
    if (grownBytes > limits.replaceBytes || clock() - this.#heldSinceMs >= LONGEST_HOLD_MS) {
      this.#exceeded = true
      this.#heldSinceMs = null
      onExceeded(bytes)
    } else if (!this.#wasHeld) {
      this.#wasHeld = true
      onHold(bytes)
    }
  }
}

function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss()
  } catch {
    // A process without a file descriptor left cannot read this either.
    return null
  }
}
