import { setTimeout as delay } from 'node:timers/promises'
import type { Arm } from '../../../model/arm.ts'
import type { FailureCode } from '../../../model/failure-codes.ts'
import { type BrowserSandbox, readBrowserSandbox, type SandboxDemand } from '../../process/browser-sandbox.ts'
import { done, within } from '../../process/deadline.ts'
import { type ColdPage, openColdPage } from '../load/cold-page.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../load/load.ts'
import { loadPage } from '../load/load-page.ts'
import type { VisitSteps } from '../load/visit-steps.ts'
import type { BrowserOptions } from './browser-options.ts'
import { connectRunning, launchRunning, type RunningBrowser } from './running-browser.ts'

/** Steps of the ladder by which a page is closed: its context, the browser, the browser's processes (CRW-11). */
const CLOSE_LIMIT_MS = 5_000
/** A context is there within 0.2 s; a machine that is busy beyond reason gets this. */
const OPEN_LIMIT_MS = 10_000
/** Number of looks at a browser's sandbox until it is on, and the time between two. */
const SANDBOX_LOOKS = 50
const SANDBOX_LOOK_MS = 100

/**
 * Opens a browser of one arm; it goes, with all its processes and files, when disposed of.
 * @throws NoBrowserSandbox where its sandbox is required, and this machine allows none
 * @throws Error where there is none, or it does not start, or its trust store cannot be made
 */
export async function openBrowser(options: BrowserOptions): Promise<ProbeBrowser> {
  const running =
    options.connect === undefined
      ? await launchRunning(options)
      : await connectRunning(options.connect, options)
  return new ColdLoads(options.arm, running, options.sandbox ?? 'required')
}

class ColdLoads implements ProbeBrowser {
  readonly arm: Arm
  readonly version: string
  readonly userAgent: string
  readonly switches: readonly string[]
  readonly keyLogFile: string | null
  readonly processGroup: number | null
  readonly #running: RunningBrowser
  readonly #demand: SandboxDemand
  #sandbox: BrowserSandbox | null = null
  #loads = 0
  #alive = true
  #busy = false
  /** The page of the next load. */
  #next: Promise<ColdPage> | null = null
  /** Says whether the last load's page went in time. */
  #closing: Promise<void> = Promise.resolve()

  constructor(arm: Arm, running: RunningBrowser, demand: SandboxDemand) {
    this.arm = arm
    this.version = running.version
    this.userAgent = running.visitor.userAgent
    this.switches = running.switches
    this.keyLogFile = running.keyLogFile
    this.processGroup = running.processGroup
    this.#running = running
    this.#demand = demand
    running.gone.then(() => {
      this.#alive = false
    })
  }

  get sandbox(): BrowserSandbox | null {
    return this.#sandbox
  }

  get loads(): number {
    return this.#loads
  }

  get isAlive(): boolean {
    return this.#alive
  }

  load(request: LoadRequest): Promise<Load> {
    return this.#loadOnce(request, (page) => {
      this.#closing = this.#close(page)
    })
  }

  async learn(request: LoadRequest, steps: VisitSteps): Promise<Load | null> {
    const load = await this.#loadOnce(request, (page, { failure }) => {
      if (failure !== null) this.#closing = this.#close(page)
      else this.#next = this.#follow(page, steps)
    })
    return load.failure === null ? null : load
  }

  async #loadOnce(request: LoadRequest, end: (page: ColdPage, load: Load) => void): Promise<Load> {
    if (this.#busy) throw new Error('a browser loads one page at a time')
    if (!this.#alive) return notLoaded(new Date(), 'browser_died', 'before the load')
    this.#busy = true
    this.#loads += 1
    try {
      return await this.#load(request, end)
    } finally {
      this.#busy = false
    }
  }

  async prepare(): Promise<void> {
    await this.#closing
    if (!this.#alive || this.#busy) return
    this.#next ??= this.#open()
    // The next load's result shows what goes wrong.
    await done(Promise.race([this.#next, this.#running.gone]), OPEN_LIMIT_MS)
  }

  async #load(request: LoadRequest, end: (page: ColdPage, load: Load) => void): Promise<Load> {
    const { control, gone } = this.#running
    const startedAt = new Date()
    try {
      await this.#closing
      const opening = this.#next ?? this.#open()
      this.#next = null
      const opened = await within(Promise.race([opening, gone.then(() => null)]), OPEN_LIMIT_MS)
      if (!opened.inTime || opened.value === null) {
        await this.#retire()
        return notLoaded(startedAt, opened.inTime ? 'browser_died' : 'browser_hung', 'before the navigation')
      }
      const page = opened.value
      if (!(await this.#isConfined())) {
        await this.#retire()
        return notLoaded(startedAt, 'browser_not_started', 'its sandbox is not on')
      }
      const load = await loadPage(page, request, {
        gone,
        answer: () => control.send('Browser.getVersion'),
        ...(this.processGroup === null
          ? {}
          : { processes: { group: this.processGroup, kill: () => this.#running.kill() } }),
      })
      const code = load.failure?.code
      if (code === 'browser_hung' || code === 'browser_died' || load.tookMemory === true) await this.#retire()
      else end(page, load)
      return load
    } catch (error) {
      await this.#retire()
      return notLoaded(startedAt, 'browser_not_started', `no page could be opened: ${error}`)
    }
  }

  /** Reads the state of its sandbox, once there is a page; false where one is required, and is not on. */
  async #isConfined(): Promise<boolean> {
    const group = this.processGroup
    if (group === null || this.#sandbox !== null || process.platform !== 'linux') return true
    this.#sandbox = readBrowserSandbox(group)
    const mayComeOn = !this.switches.includes('--no-sandbox')
    // A renderer that is kept in reserve is born without its filter.
    for (let n = 1; n < SANDBOX_LOOKS && mayComeOn && this.#sandbox?.on !== true; n += 1) {
      await delay(SANDBOX_LOOK_MS)
      this.#sandbox = readBrowserSandbox(group)
    }
    return this.#demand !== 'required' || this.#sandbox?.on === true
  }

  #open(): Promise<ColdPage> {
    const { browser, control, visitor } = this.#running
    const opening = openColdPage(browser, control, visitor)
    // Whoever loads it hears of it, also when that is after it has failed.
    opening.catch(() => {})
    return opening
  }

  #follow(page: ColdPage, steps: VisitSteps): Promise<ColdPage> {
    const following = page.successor(steps)
    // Whoever loads it hears of it; a context that is left over then goes with its browser.
    following.catch(() => {})
    return following
  }

  /** Never rejects: a page that does not go takes its browser with it. */
  async #close(page: ColdPage): Promise<void> {
    if (!(await done(page.close(), CLOSE_LIMIT_MS))) await this.#retire()
  }

  async #retire(): Promise<void> {
    this.#alive = false
    await this.#running.kill()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing
    const closing = this.#alive
    this.#alive = false
    if (closing) await done(this.#running.close(), CLOSE_LIMIT_MS)
    await this.#running.release()
  }
}

function notLoaded(startedAt: Date, code: FailureCode, detail: string): Load {
  return {
    startedAt: startedAt.toISOString(),
    failure: { code, detail },
    status: null,
    finalUrl: null,
    protocol: null,
    events: [],
    timings: null,
    requests: [],
    connections: [],
    filmstrip: null,
    wallMs: Date.now() - startedAt.getTime(),
  }
}
