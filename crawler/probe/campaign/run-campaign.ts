import type { Har } from 'har-format'
import { z } from 'zod'
import type { CampaignEnd } from '../../../db/campaign/campaign-leases.ts'
import {
  type CampaignSite,
  campaignSite,
  campaignSites,
  changeSite,
} from '../../../db/campaign/campaign-sites.ts'
import { campaignById, describeCampaign } from '../../../db/campaign/campaigns.ts'
import { recordSample } from '../../../db/campaign/record-sample.ts'
import { resumeSpoiltRounds, waitingRepeats } from '../../../db/campaign/repeat-rounds.ts'
import {
  type ClaimedSample,
  claimNextSample,
  isRoundPending,
  releaseSample,
  sitesBetweenRounds,
} from '../../../db/campaign/sample-claims.ts'
import { NO_LOAD, verdictReason } from '../../../db/campaign/samples.ts'
import type { Arm } from '../../../model/arm.ts'
import { replayFidelity } from '../../metrics/replay-fidelity.ts'
import { busyPrograms } from '../../process/busy-programs.ts'
import { messageOf } from '../../process/thrown.ts'
import { BrowserNotStarted } from '../browser/browser-not-started.ts'
import { BrowserPool } from '../browser/browser-pool.ts'
import { type Circumstances, judge } from '../load/judge.ts'
import type { ProbeBrowser } from '../load/load.ts'
import { VISIT_STEPS } from '../load/visit-steps.ts'
import { harOfLoad } from './analyse-load.ts'
import type { CampaignContext, HeldCampaignContext, RepeatReport } from './campaign-context.ts'
import { discover } from './discover.ts'
import { takeCampaign } from './held-campaign.ts'
import { Pacer } from './pacer.ts'
import { recordLoad } from './record-load.ts'
import type { Replay } from './replay.ts'
import { endsBrowser, SiteConduct } from './site-conduct.ts'
import { takeLoad, type VisitOptions } from './take-load.ts'

/** A campaign is resumed with another browser than it was started with. */
export class BrowserChanged extends Error {
  override readonly name = 'BrowserChanged'
}

/** A browser that cannot be started so many times in a row will not be started the next time. */
const MANY_STARTS = 3

/**
 * Takes all samples of a campaign that are still pending, one at a time, in its order, and records each: none twice,
 * none left out, also when runs are killed. A round that meets a busy machine is taken again, within a bound. Resolves to
 * whether the campaign is finished, lacks loads for a busy machine, or was stopped, by its signal or since only a part of
 * it was asked for; the sample that was under way then is recorded first.
 */
export async function runCampaign(context: CampaignContext): Promise<CampaignEnd> {
  const { db, lease, part, wallClock } = context
  using held = await takeCampaign(db, lease)
  if (part === undefined) await resumeSpoiltRounds(db, lease)
  await takePendingSamples({ ...context, signal: AbortSignal.any([context.signal, held.lost]) })
  return await held.leave(new Date(wallClock()).toISOString())
}

/** The same for a campaign whose lease somebody else took and renews: it is not given back. */
export async function takePendingSamples(context: HeldCampaignContext): Promise<void> {
  const { signal } = context
  try {
    await new CampaignRun(context).takeAllSamples()
  } catch (error) {
    if (!signal.aborted || (error !== signal.reason && !isAbort(error))) throw error
  }
}

/** Facts of the vantage point that say that a browser's sandbox was off. */
const SANDBOX_OFF = z.object({ browserSandbox: z.object({ on: z.literal(false) }) })

class CampaignRun {
  readonly #context: HeldCampaignContext
  readonly #pacer: Pacer
  /** Hosts that are forced to HTTP/3, of all sites. */
  #forced: readonly string[] = []
  readonly #conduct: SiteConduct
  #failedStarts = 0
  readonly #described = new WeakSet<ProbeBrowser>()
  readonly #confined = new WeakSet<ProbeBrowser>()
  /** That kept the machine busy when it was last so; null before that. */
  #busyWith: readonly string[] | null = null
  #held: { readonly site: number; readonly hold: AsyncDisposable } | null = null

  constructor(context: HeldCampaignContext) {
    this.#context = context
    this.#pacer = new Pacer({
      ...context,
      onWait: (waitMs, why) => context.warn(`the next load is in ${Math.round(waitMs / 1_000)} s: ${why}`),
    })
    this.#conduct = new SiteConduct({
      leaveAlone: (site, waitMs) => this.#pacer.leaveAlone(site, waitMs),
      wallClock: context.wallClock,
      ...(context.part !== undefined && { rounds: context.part }),
    })
  }

  async takeAllSamples(): Promise<void> {
    const { db, lease } = this.#context
    const sites = (): Promise<CampaignSite[]> => campaignSites(db, lease.campaignId)
    await this.#giveUpDeadly()
    await this.#discoverAll(await sites())
    this.#forced = [...new Set((await sites()).flatMap(({ forcedOrigins }) => forcedOrigins ?? []))].sort()
    const between = await sitesBetweenRounds(db, lease.campaignId)
    for (const site of await sites()) if (between.includes(site.site)) await this.#settle(site)
    const { browsers } = this.#context
    if (browsers !== undefined) return await this.#takeAll(browsers)
    await using pool = this.#openPool(this.#forced)
    try {
      await this.#takeAll(pool)
    } finally {
      await this.#letGo()
    }
  }

  async #giveUpDeadly(): Promise<void> {
    const { db, lease, deadly = [], part } = this.#context
    const detail = 'workers ended again and again while they loaded it'
    for (const site of part?.sites?.filter((each) => deadly.includes(each)) ?? deadly)
      await changeSite(db, lease, {
        ...{ site, end: { state: 'poison', detail } },
        ...(part !== undefined && { rounds: part }),
      })
  }

  /** Holds a site for all its arms of a round, which come one after the other. */
  async #hold(site: CampaignSite): Promise<void> {
    const { holdSite } = this.#context
    if (holdSite === undefined || this.#held?.site === site.site) return
    await this.#letGo()
    this.#held = { site: site.site, hold: await holdSite(site) }
  }

  async #letGo(): Promise<void> {
    const held = this.#held
    this.#held = null
    await held?.hold[Symbol.asyncDispose]()
  }

  async #takeAll(pool: BrowserPool): Promise<void> {
    const { db, lease, signal, part } = this.#context
    for (;;) {
      signal.throwIfAborted()
      const resting = this.#pacer.resting
      const { sample } = await claimNextSample(db, lease, { except: resting, ...(part && { part }) })
      if (sample !== null) await this.#takeSample(sample, pool)
      else if (resting.length > 0) await this.#pacer.rested()
      else return
    }
  }

  async #discoverAll(sites: readonly CampaignSite[]): Promise<void> {
    // A browser that runs already has its switches: what it forces is not ours to find out.
    if (this.#context.connected) return
    await using pool = this.#openPool([])
    await discover(this.#context, sites, pool, this.#pacer, (...load) => this.#conduct.follow(...load))
  }

  #openPool(forced: readonly string[]): BrowserPool {
    const { openBrowser, cold, privateRoot } = this.#context
    return new BrowserPool({
      cold,
      open: (arm) => openBrowser(arm, { forced, privateRoot: privateRoot ? forced : [] }),
    })
  }

  /** Records what browser it is, once; two versions are never mixed in one campaign. */
  async #describe(browser: ProbeBrowser): Promise<void> {
    if (this.#described.has(browser)) return
    const { arm, version, userAgent, switches } = browser
    const { db, lease } = this.#context
    const campaign = await campaignById(db, lease.campaignId)
    const { browserVersion, browserSwitches } = campaign ?? { browserVersion: null, browserSwitches: {} }
    if (browserVersion !== null && browserVersion !== version)
      throw new BrowserChanged(
        `campaign ${lease.campaignId} was started with ${browserVersion}, and this is ${version}`,
      )
    await describeCampaign(db, lease.campaignId, {
      browserVersion: version,
      userAgent,
      browserSwitches: { ...browserSwitches, [arm]: switches },
    })
    this.#described.add(browser)
  }

  /** Records whether the browser's sandbox was on, as its first load found; one that was off is never forgotten. */
  async #describeSandbox(browser: ProbeBrowser): Promise<void> {
    const { sandbox } = browser
    if (sandbox === null || this.#confined.has(browser)) return
    this.#confined.add(browser)
    const { db, lease } = this.#context
    const facts = (await campaignById(db, lease.campaignId))?.vantageFacts ?? {}
    if (SANDBOX_OFF.safeParse(facts).success) return
    await describeCampaign(db, lease.campaignId, { vantageFacts: { ...facts, browserSandbox: sandbox } })
  }

  async #takeSample(sample: ClaimedSample, pool: BrowserPool): Promise<void> {
    const { db, lease, cold, connected, signal, killSignal } = this.#context
    const site = await campaignSite(db, lease.campaignId, sample.site)
    if (site === null) throw new Error(`sample ${sample.id} is of site ${sample.site}, which is not there`)
    try {
      await this.#hold(site)
      const isNew = await this.#openBrowser(sample, pool)
      if (isNew === null) return
      // The first load of a process meets cold code and an empty disk cache of it: it is no sample of a warm browser.
      if (isNew && !cold && !connected) {
        const mayContinue = await this.#loadPage(site, sample, pool, 'warmup')
        // The site asked us to stay away, or has ended the browser: the sample waits, or has failed with its site.
        if (!mayContinue) return await releaseSample(db, lease, sample)
      }
      await this.#loadPage(site, sample, pool, 'sample')
    } catch (error) {
      // Broken off, or stopped in the pause before the load.
      if (killSignal.aborted || signal.aborted) await releaseSample(db, lease, sample)
      throw error
    }
    if (!(await isRoundPending(db, lease.campaignId, sample))) await this.#settle(site)
  }

  /** Opens the arm's browser while the pause passes; null where none could be started, which is the sample's result. */
  async #openBrowser(sample: ClaimedSample, pool: BrowserPool): Promise<boolean | null> {
    const { db, lease, part } = this.#context
    try {
      const { browser, isNew } = await pool.take(sample.arm)
      await this.#describe(browser)
      this.#failedStarts = 0
      return isNew
    } catch (error) {
      this.#context.killSignal.throwIfAborted()
      this.#failedStarts += 1
      if (error instanceof BrowserChanged || this.#failedStarts === MANY_STARTS) throw error
      this.#context.warn(`no browser for ${sample.arm}: ${messageOf(error)}`)
      // The program's words stay here: what is recorded is published.
      const detail = error instanceof BrowserNotStarted ? error.recorded : messageOf(error)
      const result = {
        ...NO_LOAD,
        verdict: { state: 'failed', failure: 'browser_not_started', detail },
      } as const
      await recordSample(db, lease, {
        sample,
        result,
        metrics: [],
        artifacts: [],
        isPart: part !== undefined,
      })
      return null
    }
  }

  /** Resolves to whether the site may be loaded again at once, by this browser. */
  async #loadPage(
    site: CampaignSite,
    sample: ClaimedSample,
    pool: BrowserPool,
    role: 'sample' | 'warmup',
  ): Promise<boolean> {
    const context = this.#context
    const { arm, round, repeatNo } = sample
    await this.#pacer.turn(site.site, round, repeatNo)
    const { browser, number } = await pool.take(arm)
    const facts = await context.replay?.begin({ round, arm })
    const startMs = context.clock()
    const url = urlFor(site, arm)
    const taken = await takeLoad(
      browser,
      {
        url,
        loadLimitMs: context.loadLimitMs,
        maxMemoryBytes: context.memoryLimitBytes,
        filmstrip: context.filmstrip,
        ...(context.replay && { draws: context.replay.draws, bypassServiceWorkers: true }),
        refused: context.refused,
        signal: context.killSignal,
      },
      role === 'sample' ? context.capture : null,
      context.cpuTimes,
      context.readUdpCounts,
      role === 'sample' ? visitOf(context) : null,
    )
    await this.#describeSandbox(browser)
    context.killSignal.throwIfAborted()
    this.#pacer.ended(site.site, round, repeatNo)
    const har = harOfLoad(taken.load, facts)
    const verdict = judge(taken.load, {
      arm,
      url,
      forced: this.#forced,
      ...(context.recordedProtocols && { recordedProtocols: context.recordedProtocols }),
      cpuOtherFraction: taken.cpuOtherFraction,
      busyLimit: context.busyLimit,
      ...(context.replay && { replay: missesOf(har, context.replay) }),
    })
    if (verdictReason(verdict) === 'machine_busy')
      this.#busyWith = await busyPrograms(browser.processGroup, context.killSignal)
    const change = this.#conduct.follow(site, taken.load, verdict)
    const recorded = role === 'sample' ? sample : { role, site: site.site, arm, round }
    // Runs beside the analysis, so that nothing of it is left to do when the next load begins.
    const ready = pool.prepare(arm)
    const { pltMs, verdict: recordedVerdict } = await recordLoad(context, {
      sample: recorded,
      taken,
      har,
      verdict,
      browserNo: number,
      change,
    })
    await ready
    context.onSample({
      site,
      arm,
      round,
      role,
      state: recordedVerdict.state,
      reason: verdictReason(recordedVerdict),
      pltMs,
      wallMs: context.clock() - startMs,
      ...(role === 'sample' && (await this.#repeats(sample))),
    })
    this.#conduct.demandNetwork(site, verdict)
    return change.strikes === undefined && change.end === undefined && !endsBrowser(verdict, taken.load)
  }

  /** Nothing is asked of the database while no load has met a busy machine. */
  async #repeats({ repeatNo }: ClaimedSample): Promise<{ readonly repeats?: RepeatReport }> {
    if (this.#busyWith === null && repeatNo === 0) return {}
    const waiting = await waitingRepeats(this.#context.db, this.#context.lease.campaignId)
    return { repeats: { waiting, repeatNo, busyWith: this.#busyWith ?? [] } }
  }

  async #settle(site: CampaignSite): Promise<void> {
    const { db, lease, isSettled } = this.#context
    if (!(await isSettled(site))) return
    const end = { state: 'settled', detail: 'its samples say as much as was asked for' } as const
    await changeSite(db, lease, { site: site.site, end })
  }
}

/** Cleartext has a URL of its own: which protocol a browser uses follows from it. */
function urlFor({ url }: CampaignSite, arm: Arm): string {
  return arm === 'http' ? url.replace(/^https:/, 'http:') : url
}

function missesOf(har: Har | null, { maxMissShare }: Replay): NonNullable<Circumstances['replay']> {
  return { missShare: replayFidelity(har)?.missFraction ?? null, maxMissShare }
}

/** Says what precedes each sample; null where nothing is asked of it but its arm. */
function visitOf({ expects, readServed, pauseMs }: HeldCampaignContext): VisitOptions | null {
  const visit = expects?.visit
  return visit === undefined
    ? null
    : { steps: VISIT_STEPS[visit], restMs: pauseMs, readServed: readServed ?? null }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
