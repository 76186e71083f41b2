import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../db/connection/database.ts'
import { groupCommit } from '../../../db/connection/group-commit.ts'
import { type ClaimedSite, freeAbandoned, type OwnerFate } from '../../../db/survey/site-leases.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { markFinished, markRunning, markStopped, surveyById } from '../../../db/survey/surveys.ts'
import type { OperationRow } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import { isDead, runOwner } from '../../process/run-owner.ts'
import { unknownFacts } from '../facts/unknown-facts.ts'
import { type Canary, canaryBlocks } from './canary-blocks.ts'
import { collectGarbage } from './collect-garbage.ts'
import { brokenVisit, type FinishedVisit, finishedVisit, saveVisits } from './finished-visit.ts'
import type { Others } from './others.ts'
import { type Progress, progressMeter } from './progress.ts'
import { siteSource } from './site-source.ts'
import { type Slots, slots } from './slots.ts'
import { undisturbed, watchStandstill } from './standstill.ts'
import { stoppable } from './stoppable.ts'

export interface VisitContext {
  /** Aborted when the run stops. What the visit comes to after that is not recorded. */
  readonly signal: AbortSignal
  /** By address: sites that share one are not visited all at once (CRW-4). */
  readonly addressSlots: Slots
}

/** Visits one site. Must settle by itself, within the site's time limit, and soon after the signal is aborted. */
export type Visit = (
  site: { readonly rank: number; readonly domain: string },
  context: VisitContext,
) => Promise<{ readonly rows: readonly OperationRow[]; readonly facts: SiteFacts }>

export interface RunSurveyOptions {
  readonly db: Database
  readonly surveyId: number
  readonly visit: Visit
  /** Sites visited at once. Default 256. */
  readonly concurrency?: number
  /** Holders of one address's slot. Default 2. */
  readonly perAddress?: number
  /** Resolves when one more visit may begin; asked before each. Default: at once. */
  readonly admit?: () => Promise<void>
  /** Stops the run: sites that are being visited go back to be visited later. */
  readonly signal: AbortSignal
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  /** Wall time of the run's start; all other moments are counted from it by `clock`. Default now. */
  readonly startedAt?: Date
  /** Called at the start, after every commit (some 20 a second) and at the end. */
  readonly onProgress?: (progress: Progress) => void
  /** Called after every commit with the sites recorded in it, and how many of these gave no answer. */
  readonly onRecorded?: (sites: number, failed: number) => void
  /** Their sites count in the progress, and this run ends after them. Default: none. */
  readonly others?: Others
  /** What became of another run. Default: `ended` where it is no more. */
  readonly fateOf?: (owner: string) => OwnerFate
  /** Called where a run has crashed that held so many sites: each of them will be visited alone. */
  readonly onCrashed?: (owner: string, sites: number) => void
  /** Without one, HTTP/3 that fails on our side counts as theirs. */
  readonly canary?: Canary
  /** Sites between two canaries. Default 500 (CRW-5). */
  readonly canaryEvery?: number
  /** How long the sites of a run that vanished without a trace stay its own, milliseconds. Default 60,000. */
  readonly leaseMs?: number
}

export interface RunOutcome {
  readonly state: 'finished' | 'stopped'
  readonly total: number
  readonly done: number
  readonly failed: number
}

/**
 * Sites leased at once; with `concurrency`, the most that are in memory. Where several runs share a survey, whoever
 * leases the last ones is still busy while the others have nothing left to do; and where a run crashes, every site that
 * it held is suspected.
 */
const batchFor = (concurrency: number): number => Math.min(64, Math.max(8, Math.ceil(concurrency / 4)))
/** Sites that are given up at once. */
const POISON_BATCH = 64
/** A commit costs an fsync, however many sites are in it. */
const COMMIT = { maxItems: 100, maxMs: 50 } as const
/** Visits that do not heed the signal are left behind after this. */
const STOP_GRACE_MS = 5_000
/** How often to look whether another process, which has the last sites, is still alive. */
const POLL_MS = 100

/**
 * Visits all sites of a survey that are still pending, in its random order, and records each: none twice, none left
 * out, also when runs are killed or several share the survey. Resolves when every site is done or the signal has
 * stopped it. Sites that a crashed run held are visited last, one at a time; where the run crashes again they are recorded
 * as `poison`. A visit during which this process stood still is repeated. A visit that rejects is recorded as `unknown_failure`. Rejects with a `DatabaseError` where results can no
 * longer be recorded; what had been is kept.
 */
export async function runSurvey(options: RunSurveyOptions): Promise<RunOutcome> {
  const { db, surveyId, visit, clock, concurrency = 256, canary, leaseMs = 60_000, others } = options
  const fateOf = options.fateOf ?? ((owner) => (isDead(owner) ? 'ended' : 'alive'))
  const batch = batchFor(concurrency)
  if ((await surveyById(db, surveyId)) === null)
    throw new RangeError(`there is no survey ${surveyId} in ${db.name}`)
  const meter = progressMeter(await surveyProgress(db, surveyId), clock)
  const report = (): void => options.onProgress?.(meter.now())
  others?.onRecorded((recorded, failed) => {
    meter.add(recorded, failed)
    report()
  })
  const startedAtMs = (options.startedAt ?? new Date()).getTime() - clock()
  const wallTime = (): string => new Date(startedAtMs + clock()).toISOString()

  using standstills = watchStandstill(clock)
  using owner = runOwner()
  using stopping = stoppable(options.signal)
  const { signal, fail } = stopping

  const writer = groupCommit<FinishedVisit>({
    ...COMMIT,
    onError: fail,
    async commit(visits) {
      const written = await saveVisits(db, { surveyId, owner: owner.name }, visits)
      sites.recorded(visits.map(({ rank }) => rank))
      const failed = visits.filter(({ rank, reachable }) => written.has(rank) && !reachable).length
      meter.add(written.size, failed)
      options.onRecorded?.(written.size, failed)
      report()
    },
  })
  await using sites = siteSource({
    db,
    lease: { surveyId, owner: owner.name, leaseMs },
    batch,
    limit: concurrency + batch,
    signal,
    flush: writer.flush,
    onError: fail,
  })
  const blocks =
    canary === undefined
      ? null
      : canaryBlocks({
          db,
          surveyId,
          owner: owner.name,
          isDead: (other) => fateOf(other) !== 'alive',
          canary: () => undisturbed(standstills, signal, canary),
          every: options.canaryEvery ?? 500,
          signal,
          wallTime,
          flush: writer.flush,
          onError: fail,
        })
  const context: VisitContext = { signal, addressSlots: slots(options.perAddress ?? 2) }

  async function visitNext(): Promise<boolean> {
    const site = await sites.next()
    return site !== null && (await visitSite(site))
  }

  /** Resolves to false where the run was stopped, and nothing is recorded. */
  async function visitSite(site: ClaimedSite, isAlone = false): Promise<boolean> {
    await options.admit?.()
    const member = blocks?.enter() ?? { isVoid: false }
    let visitedAt = wallTime()
    let startMs = clock()
    const outcome = await attempt(() =>
      undisturbed(standstills, signal, () => {
        visitedAt = wallTime()
        startMs = clock()
        return visit(site, context)
      }),
    )
    const durationMs = clock() - startMs
    if (isAlone) await collectGarbage()
    const block = blocks?.leave(member) ?? null
    if (signal.aborted) return false
    const record = {
      surveyId,
      rank: site.rank,
      visitedAt,
      durationMs,
      block,
      h3Void: member.isVoid,
    }
    writer.add('error' in outcome ? brokenVisit(record, outcome.error) : finishedVisit(record, outcome.value))
    return true
  }

  /** One at a time and nothing else meanwhile: whose visit it is that the process dies of is known then. */
  async function visitSuspects(): Promise<void> {
    while (!signal.aborted) {
      const [site] = await sites.take(1, 1)
      if (site === undefined || !(await visitSite(site, true))) return
      await writer.flush()
    }
  }

  async function giveUpPoison(): Promise<void> {
    for (const { rank } of await sites.take(2, POISON_BATCH)) {
      const record = { surveyId, rank, visitedAt: wallTime(), durationMs: null, block: null, h3Void: false }
      writer.add(finishedVisit(record, { rows: [], facts: unknownFacts('poison') }))
    }
  }

  async function visitAll(): Promise<void> {
    sites.lookAgain()
    const workers = Array.from({ length: concurrency }, async () => {
      try {
        while (await visitNext());
      } catch (error) {
        fail(error)
      }
    })
    await stopping.settled(Promise.all(workers), STOP_GRACE_MS)
  }

  try {
    await markRunning(db, surveyId)
    report()
    await blocks?.begin()
    while (!signal.aborted) {
      const { free, leased, crashed } = await freeAbandoned(db, surveyId, fateOf)
      for (const { owner: other, sites: held } of crashed) options.onCrashed?.(other, held)
      if (free[0] > 0) await visitAll()
      else if (free[2] > 0) await giveUpPoison()
      else if (free[1] > 0) await stopping.settled(visitSuspects(), STOP_GRACE_MS)
      else if (leased > 0) await stopping.settled(sleep(POLL_MS), 0)
      else break
      if (!signal.aborted) await writer.flush()
    }
    await blocks?.end()
  } catch (error) {
    fail(error)
  }

  try {
    await writer.flush()
    await sites.giveBack()
    // Where this run has failed, they are stopped when it has ended.
    if (!signal.aborted || options.signal.aborted) await others?.ended()
    if (signal.aborted) await markStopped(db, surveyId)
    else await markFinished(db, surveyId, wallTime())
  } catch (error) {
    // Nothing more can be written. The sites that were held are free again as soon as this run has ended.
    fail(error)
  }
  stopping.throwIfFailed()
  const end = await surveyProgress(db, surveyId)
  meter.correct(end)
  report()
  return { state: signal.aborted ? 'stopped' : 'finished', ...end }
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
