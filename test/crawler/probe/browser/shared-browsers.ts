import type { ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { Arm } from '../../../../model/arm.ts'

/** One browser an arm for many tests: each load is cold anyway. One that has died or hung in a test is replaced. */
export class SharedBrowsers implements AsyncDisposable {
  readonly #open: (arm: Arm) => Promise<ProbeBrowser>
  readonly #opened = new Map<Arm, ProbeBrowser>()

  constructor(open: (arm: Arm) => Promise<ProbeBrowser>) {
    this.#open = open
  }

  async take(arm: Arm): Promise<ProbeBrowser> {
    const known = this.#opened.get(arm)
    if (known?.isAlive) return known
    await known?.[Symbol.asyncDispose]()
    const browser = await this.#open(arm)
    this.#opened.set(arm, browser)
    return browser
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#opened.values()) await browser[Symbol.asyncDispose]()
  }
}
