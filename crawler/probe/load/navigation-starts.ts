import type { CDPSession, Protocol } from 'puppeteer'

/**
 * Collects when the navigations of a page's main frame started, on the browser's monotonic clock: it does not change
 * with the wall clock, and processes share it. `preparePage` has every main document report its own.
 */
export class NavigationStarts {
  readonly #session: CDPSession
  readonly #startsMs: number[] = []

  constructor(session: CDPSession) {
    this.#session = session
    session.on('Performance.metrics', ({ metrics }) => this.#add(metrics))
  }

  /**
   * Milliseconds, one for each document in their order; the last belongs to the document shown, also where that is an
   * earlier one that the page went back to. Never settles where the browser hangs: bound it.
   */
  async all(): Promise<readonly number[]> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    this.#add(metrics)
    return this.#startsMs
  }

  #add(metrics: readonly Protocol.Performance.Metric[]): void {
    const startS = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? 0
    // A page may call console.timeStamp itself: its document is known already.
    if (startS > 0 && startS * 1e3 !== this.#startsMs.at(-1)) this.#startsMs.push(startS * 1e3)
  }
}
