import type { Arm } from '../../../model/arm.ts'
import { groupMemoryBytes } from '../../process/group-memory.ts'
import type { ProbeBrowser } from '../load/load.ts'

interface BrowserPoolOptions {
  readonly open: (arm: Arm) => Promise<ProbeBrowser>
  /** A new process for every load, instead of one per arm that stays open. */
  readonly cold: boolean
  /** Loads after which a browser is replaced (CRW-12). Default 50. */
  readonly recycleAfter?: number
}

interface PooledBrowser {
  readonly browser: ProbeBrowser
  /** Number of the browser process within the campaign's run, from 1. */
  readonly number: number
  /** True where it has not loaded anything yet. */
  readonly isNew: boolean
}

/** CRW-12: a browser whose processes hold more is replaced. */
const MOST_BYTES = 1_500_000_000

function isBloated({ processGroup, isOneProcess }: ProbeBrowser): boolean {
  return processGroup !== null && (groupMemoryBytes(processGroup, isOneProcess) ?? 0) > MOST_BYTES
}

/** The campaign's browsers, one an arm: replaced when they are worn out, dead or, if asked for, after each load. */
export class BrowserPool implements AsyncDisposable {
  readonly #options: BrowserPoolOptions
  readonly #browsers = new Map<Arm, PooledBrowser>()
  #lastNumber = 0

  constructor(options: BrowserPoolOptions) {
    this.#options = options
  }

  /** The browser for the arm's next load. Rejects where none can be started. */
  async take(arm: Arm): Promise<PooledBrowser> {
    const held = this.#browsers.get(arm)
    if (held !== undefined) {
      const { browser } = held
      if (browser.isAlive && !this.#isWorn(browser) && !isBloated(browser))
        return { ...held, isNew: browser.loads === 0 }
      await this.discard(arm)
    }
    const browser = await this.#options.open(arm)
    const pooled = { browser, number: ++this.#lastNumber, isNew: true }
    this.#browsers.set(arm, pooled)
    return pooled
  }

  /** Makes the arm's browser ready for its next load, where it has one to come. Never rejects. */
  async prepare(arm: Arm): Promise<void> {
    const held = this.#browsers.get(arm)
    if (held !== undefined && !this.#isWorn(held.browser)) await held.browser.prepare()
  }

  #isWorn({ loads }: ProbeBrowser): boolean {
    const { cold, recycleAfter = 50 } = this.#options
    return loads >= (cold ? 1 : recycleAfter)
  }

  /** Ends the arm's browser; the next load gets a new one. */
  async discard(arm: Arm): Promise<void> {
    const held = this.#browsers.get(arm)
    this.#browsers.delete(arm)
    await held?.browser[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#browsers.keys()].map((arm) => this.discard(arm)))
  }
}
