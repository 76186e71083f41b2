import { groupCommit } from '../../../db/connection/group-commit.ts'
import { voidOutsideBlocks } from '../../../db/survey/canaries.ts'
import type { OwnerFate } from '../../../db/survey/site-leases.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { markFinished, markRunning, markStopped, surveyById } from '../../../db/survey/surveys.ts'
import type { OperationRow } from '../../../model/operation.ts'
import { isDead, runOwner } from '../../process/run-owner.ts'
import { type Canary, type CanaryBlocks, type CanaryBlocksOptions, canaryBlocks } from './canary-blocks.ts'
import { type FinishedVisit, saveVisits } from './finished-visit.ts'
import { MemoryFull } from './memory-limit.ts'
import { progressMeter } from './progress.ts'
import type { RunOutcome, RunSurveyOptions } from './run-options.ts'
import { siteSource } from './site-source.ts'
import { SiteVisitor } from './site-visitor.ts'
import { undisturbed, watchStandstill } from './standstill.ts'
import { type Stoppable, stoppable } from './stoppable.ts'
import { visitPending } from './visit-pending.ts'
import { VisitWindow } from './visit-window.ts'

/**
 * Sites leased at once; with `concurrency`, the most that are in memory. Where several runs share a survey, whoever
 * leases the last ones is still busy while the others have nothing left to do; and where a run crashes, every site that
 * it held is suspected.
 */
const batchFor = (concurrency: number): number => Math.min(64, Math.max(8, Math.ceil(concurrency / 4)))
/**
 * A commit costs an fsync, a transaction and the pages that it touches, however few sites are in it: 0.36 ms of processor
 * time a site of 5 (what came within 50 ms), 0.24 of 25.
 */
const COMMIT = { maxItems: 100, maxMs: 250 } as const

/**
 * Visits all sites of a survey that are still pending, in its random order, and records each: none twice, none left
 * out, also when runs are killed or several share the survey. Resolves when every site is done or the signal has
 * stopped it. Rejects with a `DatabaseError` where results can no longer be recorded; what had been is kept.
 *
 * Sites that a crashed run held are visited last, one at a time; where the run crashes again they are recorded as
 * `poison`. So are those under way where a `MemoryFull` stops the run: they stay leased, as if it had crashed. A visit during which this process stood still is repeated. A visit that rejects is `unknown_failure`.
 */
export async function runSurvey(options: RunSurveyOptions): Promise<RunOutcome> {
  const { db, surveyId, clock, concurrency = 1_000, leaseMs = 60_000 } = options
  const fateOf = options.fateOf ?? ((owner: string): OwnerFate => (isDead(owner) ? 'ended' : 'alive'))
  const progress = await openProgress(options)
  const wallTime = wallTimeFrom(options.startedAt ?? new Date(), clock)
  using standstills = watchStandstill(clock)
  using owner = runOwner()
  using stopping = stoppable(options.signal)
  const { signal, fail } = stopping
  const lease = { surveyId, owner: owner.name, leaseMs }
  const writer = groupCommit<FinishedVisit>({
    ...COMMIT,
    onError: fail,
    async commit(visits) {
      const written = await saveVisits(db, lease, visits)
      sites.recorded(visits.map(({ rank }) => rank))
      const failed = visits.filter(({ rank, reachable }) => written.has(rank) && !reachable).length
      options.onRecorded?.(written.size, failed)
      progress.add(written.size, failed)
    },
  })
  const { flush } = writer
  const batch = batchFor(concurrency)
  await using sites = siteSource({
    db,
    lease,
    batch,
    limit: concurrency + batch,
    signal,
    flush,
    onError: fail,
  })
  const blocks = openBlocks(options, {
    ...lease,
    isDead: (other) => fateOf(other) !== 'alive',
    undisturbed: (canary) => undisturbed(standstills, signal, canary),
    signal,
    wallTime,
    flush,
    onError: fail,
  })
  const window = new VisitWindow(concurrency, signal)
  const onVisited = (rows: readonly OperationRow[]): void => window.heed(rows)
  const visitor = new SiteVisitor({ ...options, signal, wallTime, standstills, blocks, writer, onVisited })
  try {
    await markRunning(db, surveyId)
    progress.report()
    await blocks?.begin()
    await visitPending({ ...options, concurrency, window, fateOf, sites, visitor, writer, stopping })
    await blocks?.end()
  } catch (error) {
    fail(error)
  }
  const isFull = signal.reason instanceof MemoryFull
  await endRun(options, stopping, wallTime, async () => {
    await flush()
    await (isFull ? sites.giveBackWaiting() : sites.giveBack())
  })
  stopping.throwIfFailed()
  const end = await surveyProgress(db, surveyId)
  progress.correct(end)
  return { state: signal.aborted ? 'stopped' : 'finished', ...end }
}

interface RunProgress {
  add(recorded: number, failed: number): void
  correct(known: { readonly done: number; readonly failed: number }): void
  report(): void
}

/** Counts what this run and its fellow runs record, and reports each change. */
async function openProgress({
  db,
  surveyId,
  clock,
  others,
  onProgress,
  plannedPerS,
}: RunSurveyOptions): Promise<RunProgress> {
  if ((await surveyById(db, surveyId)) === null)
    throw new RangeError(`there is no survey ${surveyId} in ${db.name}`)
  const meter = progressMeter(await surveyProgress(db, surveyId), clock, plannedPerS)
  const report = (): void => onProgress?.(meter.now())
  const add = (recorded: number, failed: number): void => {
    meter.add(recorded, failed)
    report()
  }
  others?.onRecorded(add)
  return {
    add,
    report,
    correct(known) {
      meter.correct(known)
      report()
    },
  }
}

/** Wall time, ISO 8601, counted by `clock` from now on. */
function wallTimeFrom(startedAt: Date, clock: () => number): () => string {
  const offsetMs = startedAt.getTime() - clock()
  return () => new Date(offsetMs + clock()).toISOString()
}

/** Returns null where there is no canary. */
function openBlocks(
  { db, canary, canaryEvery = 500 }: RunSurveyOptions,
  {
    undisturbed: repeat,
    ...rest
  }: Omit<CanaryBlocksOptions, 'db' | 'canary' | 'every'> & {
    /** Repeats what was disturbed. */
    readonly undisturbed: (canary: Canary) => ReturnType<Canary>
  },
): CanaryBlocks | null {
  if (canary === undefined) return null
  return canaryBlocks({ ...rest, db, every: canaryEvery, canary: () => repeat(canary) })
}

/** Records how the run ended, once what it holds is written or given back, and its fellow runs have ended. */
async function endRun(
  { db, surveyId, others, canary, signal: outer }: RunSurveyOptions,
  { signal, fail }: Stoppable,
  wallTime: () => string,
  giveBack: () => Promise<void>,
): Promise<void> {
  try {
    await giveBack()
    // A run that has failed stops them when it has ended.
    if (!signal.aborted || outer.aborted) await others?.ended()
    if (signal.reason instanceof MemoryFull) return
    if (signal.aborted) return await markStopped(db, surveyId)
    if (canary !== undefined) await voidOutsideBlocks(db, surveyId)
    await markFinished(db, surveyId, wallTime())
  } catch (error) {
    // Nothing more can be written. The sites that were held are free again as soon as this run has ended.
    fail(error)
  }
}
