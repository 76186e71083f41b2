import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import { BrowserPool } from '../../crawler/probe/browser/browser-pool.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../../crawler/probe/load/load.ts'
import type { Arm } from '../../model/arm.ts'
import { BlockedHosts } from './blocked-hosts.ts'
import { NoBrowser } from './not-recorded.ts'
import type { RecordPageOptions } from './record-page-options.ts'

/** What a visitor's browser does. */
const ARM = 'h3-altsvc' satisfies Arm

/** The browser of loads for times. Pages of many sites may share it, so that it is warm: only what it loads is cold. */
export class TimesBrowser implements AsyncDisposable {
  readonly #options: Pick<RecordPageOptions, 'browser' | 'privateRoot' | 'signal'>
  readonly #pool: BrowserPool
  readonly #hosts = new Set<string>()
  /** Hosts that no page that it loads may ask. */
  readonly blocked = new BlockedHosts()

  constructor(options: Pick<RecordPageOptions, 'browser' | 'privateRoot' | 'signal'>) {
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
  ): Promise<{ readonly load: Load; readonly userAgent: string }> {
    // Which hosts may speak HTTP/3 with a private root is a switch of its process.
    if (arm === ARM && this.#options.privateRoot && !hosts.isSubsetOf(this.#hosts)) {
      for (const host of hosts) this.#hosts.add(host)
      await this.#pool.discard(ARM)
    }
    const { browser } = await this.#pool.take(arm)
    return { load: await browser.load(request), userAgent: browser.userAgent }
  }

  #open(arm: Arm): Promise<ProbeBrowser> {
    const { browser, signal } = this.#options
    return openBrowser({
      ...browser,
      arm,
      origins: { forced: [], privateRoot: [...this.#hosts] },
      keyLog: false,
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
