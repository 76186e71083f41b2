import { setTimeout as sleep } from 'node:timers/promises'
import { LONG_WAIT_MS } from '../../crawler/probe/campaign/pacer.ts'
import { endsBrowser, NothingReachable, SiteConduct } from '../../crawler/probe/campaign/site-conduct.ts'
import type { Load } from '../../crawler/probe/load/load.ts'
import type { Recording } from '../../model/recording/recording.ts'
import type { Verdict } from '../../model/sample.ts'
import { NoBrowser, NotRecorded } from '../live/not-recorded.ts'
import { PageRecording, type PageRecordingOptions } from '../live/page-recording.ts'
import { TimesBrowser } from '../live/times-browser.ts'
import { RecordingError } from '../recording-error.ts'
import type { EarlierSetbacks } from './setback-log.ts'
import type { Setback, SiteToRecord } from './site-to-record.ts'

interface RecordSitesOptions {
  readonly page: Omit<PageRecordingOptions, 'say' | 'signal'>
  /** At least so long between two loads of one site. */
  readonly pauseMs: number
  /** Setbacks of earlier runs, by domain. */
  readonly earlier: ReadonlyMap<string, EarlierSetbacks>
  readonly clock: () => number
  /** Milliseconds since 1970. */
  readonly wallClock: () => number
  /** Stops between two loads. */
  readonly signal: AbortSignal
  /** Called before a wait of more than five seconds. */
  readonly onWait: (waitMs: number) => void
  readonly onLoad: (site: SiteToRecord, line: string) => void
  readonly onRecorded: (site: SiteToRecord, recording: Recording) => void
  readonly onSetback: (site: SiteToRecord, setback: Setback) => Promise<void>
}

/** Sites that fill a pause of a minute with loads of four seconds; each holds the events of its loads in memory. */
const SITES_AT_ONCE = 16

/**
 * Records the pages of many sites, one load at a time: while one site rests others are loaded. A site that fails does not
 * stop the others. Resolves to whether all are done, or the signal stopped it; what was not finished then is gone.
 * @throws NothingReachable, NoBrowser, or what the disk throws
 */
export async function recordSites(
  sites: readonly SiteToRecord[],
  options: RecordSitesOptions,
): Promise<'finished' | 'stopped'> {
  await using run = new RecordingRun(sites, options)
  return await run.recordAll()
}

interface ActiveSite {
  /** Counted from 0. */
  readonly site: number
  readonly target: SiteToRecord
  /** Is null before the load for bodies. */
  page: PageRecording | null
  /** Moment when it may be loaded again. */
  dueMs: number
  strikes: number
}

class RecordingRun implements AsyncDisposable {
  readonly #options: RecordSitesOptions
  readonly #waiting: ActiveSite[]
  readonly #active = new Set<ActiveSite>()
  readonly #times: TimesBrowser
  readonly #conduct: SiteConduct
  /** A load that has begun is taken to its end. */
  readonly #never = new AbortController().signal

  constructor(sites: readonly SiteToRecord[], options: RecordSitesOptions) {
    const { page, earlier, clock, wallClock } = options
    this.#options = options
    this.#times = new TimesBrowser({ ...page, signal: this.#never })
    this.#waiting = sites.map((target, site) => {
      const { strikes, untilMs } = earlier.get(target.domain) ?? { strikes: 0, untilMs: 0 }
      return { site, target, page: null, dueMs: clock() + Math.max(0, untilMs - wallClock()), strikes }
    })
    this.#conduct = new SiteConduct({
      wallClock,
      leaveAlone: (site, waitMs) => {
        for (const each of this.#active) if (each.site === site) each.dueMs = clock() + waitMs
      },
    })
  }

  async recordAll(): Promise<'finished' | 'stopped'> {
    const { clock, signal } = this.#options
    for (;;) {
      if (signal.aborted) return 'stopped'
      const soonest = [...this.#active].toSorted((a, b) => a.dueMs - b.dueMs)[0]
      if (soonest !== undefined && soonest.dueMs <= clock()) await this.#takeLoad(soonest)
      else if (this.#active.size < SITES_AT_ONCE && this.#waiting.length > 0)
        this.#active.add(this.#waiting.shift() as ActiveSite)
      else if (soonest === undefined) return 'finished'
      else await this.#waitUntil(soonest.dueMs)
    }
  }

  async #takeLoad(active: ActiveSite): Promise<void> {
    const { clock, pauseMs } = this.#options
    try {
      if (active.page === null) active.page = await this.#begin(active.target)
      else await active.page.takeLoad(this.#times)
      active.dueMs = clock() + pauseMs
      const { lastLoad: load, loadsLeft } = active.page
      if (loadsLeft === 0) await this.#finish(active, active.page)
      const { end } = this.#conduct.follow(active, load, verdictOf(load))
      if (end !== undefined && this.#active.has(active)) await this.#end(active, 'poison', end.detail ?? '')
      this.#conduct.demandNetwork(active, verdictOf(load))
    } catch (error) {
      // Ctrl-C goes to the programs as well that a load needs: what they make of it is no fault of the site.
      if (!this.#options.signal.aborted) await this.#explain(active, error)
    }
  }

  #begin(target: SiteToRecord): Promise<PageRecording> {
    const { page, onLoad } = this.#options
    const say = (line: string): void => onLoad(target, line)
    return PageRecording.begin(target.url, target.folder, { ...page, say, signal: this.#never })
  }

  async #finish(active: ActiveSite, page: PageRecording): Promise<void> {
    const recording = await page.finish()
    await this.#leave(active)
    this.#options.onRecorded(active.target, recording)
  }

  /** Explains an error for its site. Rethrows what concerns all sites. */
  async #explain(active: ActiveSite, error: unknown): Promise<void> {
    if (error instanceof NoBrowser || !(error instanceof Error)) throw error
    if (error instanceof NotRecorded) {
      if (error.load === null) await this.#end(active, 'failed', error.why)
      else await this.#followRefusal(active, error.why, error.load)
    } else if (error instanceof NothingReachable || 'errno' in error) throw error
    else if (error instanceof RecordingError) await this.#end(active, 'failed', error.message)
    else await this.#end(active, 'failed', `a fault in towline, please report it: ${error.message}`)
  }

  /** A load that is none of the recording: its site asked to be left alone, ended the browser, or has no page. */
  async #followRefusal(active: ActiveSite, why: string, load: Load): Promise<void> {
    const { clock, pauseMs, onSetback } = this.#options
    const verdict = verdictOf(load)
    const { strikes, end } = this.#conduct.follow(active, load, verdict)
    if (strikes !== undefined) active.strikes = strikes
    if (end !== undefined)
      await this.#end(active, end.state === 'parked' ? 'parked' : 'poison', end.detail ?? why)
    else if (strikes !== undefined) {
      const waitMs = Math.round(active.dueMs - clock())
      await onSetback(active.target, { kind: 'waits', why, waitMs })
    } else if (endsBrowser(verdict, load)) active.dueMs = clock() + pauseMs
    else await this.#end(active, 'failed', why)
    this.#conduct.demandNetwork(active, verdict)
  }

  async #end(active: ActiveSite, kind: 'failed' | 'parked' | 'poison', why: string): Promise<void> {
    await this.#leave(active)
    await this.#options.onSetback(active.target, { kind, why, waitMs: null })
  }

  async #leave(active: ActiveSite): Promise<void> {
    this.#active.delete(active)
    await active.page?.[Symbol.asyncDispose]()
  }

  async #waitUntil(dueMs: number): Promise<void> {
    const { clock, signal, onWait } = this.#options
    if (dueMs - clock() > LONG_WAIT_MS) onWait(dueMs - clock())
    try {
      // Timers may end up to a millisecond early.
      await sleep(Math.max(1, Math.ceil(dueMs - clock())), undefined, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const active of [...this.#active]) await this.#leave(active)
    await this.#times[Symbol.asyncDispose]()
  }
}

function verdictOf({ failure }: Load): Verdict {
  return failure === null
    ? { state: 'valid' }
    : { state: 'failed', failure: failure.code, detail: failure.detail }
}
