import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import { BrowserPool } from '../../crawler/probe/browser/browser-pool.ts'
import { type TakenLoad, takeLoad } from '../../crawler/probe/campaign/take-load.ts'
import type { LoadRequest, ProbeBrowser } from '../../crawler/probe/load/load.ts'
import type { Arm } from '../../model/arm.ts'
import { BlockedHosts } from './blocked-hosts.ts'
import { NoBrowser } from './not-recorded.ts'
import type { RecordPageOptions } from './record-page-options.ts'

/** A visitor's browser does this. */
const ARM = 'h3-altsvc' satisfies Arm

type TimesBrowserOptions = Pick<RecordPageOptions, 'browser' | 'packets' | 'privateRoot' | 'signal'>

/** The browser of loads for times. Pages of many sites may share it, so that it is warm: only what it loads is cold. */
export class TimesBrowser implements AsyncDisposable {
  readonly #options: TimesBrowserOptions
  readonly #pool: BrowserPool
  readonly #hosts = new Set<string>()
  /** Hosts that no page that it loads may ask. */
  readonly blocked = new BlockedHosts()

  constructor(options: TimesBrowserOptions) {
    this.#options = options
    this.#pool = new BrowserPool({ cold: false, open: (arm) => this.#open(arm) })
  }

  /**
   * @param hosts that the page is known to ask
   * @param arm `h1` for the load of few requests under way
   */
  async load(
    request: LoadRequest,
    hosts: ReadonlySet<string>,
    arm: 'h1' | typeof ARM = ARM,
  ): Promise<{ readonly taken: TakenLoad; readonly userAgent: string }> {
    // A switch of its process says which hosts may speak HTTP/3 with a private root.
    if (arm === ARM && this.#options.privateRoot && !hosts.isSubsetOf(this.#hosts)) {
      for (const host of hosts) this.#hosts.add(host)
      await this.#pool.discard(ARM)
    }
    const { browser } = await this.#pool.take(arm)
    const { packets } = this.#options
    const taken = await takeLoad(browser, request, packets?.capture ?? null)
    return { taken, userAgent: browser.userAgent }
  }

  #open(arm: Arm): Promise<ProbeBrowser> {
    const { browser, packets, signal } = this.#options
    return openBrowser({
      ...browser,
      arm,
      origins: { forced: [], privateRoot: [...this.#hosts] },
      keyLog: packets !== undefined,
      everywhere: (session) => this.blocked.block(session),
      signal,
    }).catch((error: Error) => {
      signal.throwIfAborted()
      throw new NoBrowser(error)
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]()
  }
}
