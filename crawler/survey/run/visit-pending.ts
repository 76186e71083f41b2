import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupCommit } from '../../../db/connection/group-commit.ts'
import { freeAbandoned, type OwnerFate } from '../../../db/survey/site-leases.ts'
import type { FinishedVisit } from './finished-visit.ts'
import type { RunSurveyOptions } from './run-options.ts'
import type { SiteSource } from './site-source.ts'
import type { SiteVisitor } from './site-visitor.ts'
import type { Stoppable } from './stoppable.ts'
import type { VisitWindow } from './visit-window.ts'

/** Sites that are given up at once. */
const POISON_BATCH = 64
/** Visits that do not heed the signal are left behind after this. */
const STOP_GRACE_MS = 5_000
/** Time between looks whether another process, which has the last sites, is still alive. */
const POLL_MS = 100

interface PendingOptions extends Pick<RunSurveyOptions, 'db' | 'surveyId' | 'onCrashed'> {
  readonly concurrency: number
  readonly window: VisitWindow
  readonly fateOf: (owner: string) => OwnerFate
  readonly sites: SiteSource
  readonly visitor: SiteVisitor
  readonly writer: GroupCommit<FinishedVisit>
  readonly stopping: Stoppable
}

/** Visits sites until none is pending or the run is stopped; those that a crashed run held come last. */
export async function visitPending(options: PendingOptions): Promise<void> {
  const { db, surveyId, fateOf, onCrashed, stopping, writer } = options
  const { signal } = stopping
  while (!signal.aborted) {
    const { free, leased, crashed } = await freeAbandoned(db, surveyId, fateOf)
    for (const { owner, sites } of crashed) onCrashed?.(owner, sites)
    if (free[0] > 0) await visitFree(options)
    else if (free[2] > 0) await giveUpPoison(options)
    else if (free[1] > 0) await stopping.settled(visitSuspects(options), STOP_GRACE_MS)
    else if (leased > 0) await stopping.settled(sleep(POLL_MS), 0)
    else break
    if (!signal.aborted) await writer.flush()
  }
}

async function visitFree({ concurrency, window, sites, visitor, stopping }: PendingOptions): Promise<void> {
  sites.lookAgain()
  const visitNext = async (): Promise<boolean> => {
    // The wait comes before the lease: were this run to crash, only those that it visits would be suspected.
    using _place = await window.enter()
    const site = await sites.next()
    return site !== null && (await visitor.visit(site))
  }
  const workers = Array.from({ length: concurrency }, async () => {
    try {
      while (await visitNext());
    } catch (error) {
      stopping.fail(error)
    }
  })
  await stopping.settled(Promise.all(workers), STOP_GRACE_MS)
}

/** One at a time and nothing else meanwhile: whose visit it is that the process dies of is known then. */
async function visitSuspects({ sites, visitor, stopping, writer }: PendingOptions): Promise<void> {
  while (!stopping.signal.aborted) {
    const [site] = await sites.take(1, 1)
    if (site === undefined || !(await visitor.visitSuspect(site))) return
    await writer.flush()
  }
}

async function giveUpPoison({ sites, visitor }: PendingOptions): Promise<void> {
  for (const site of await sites.take(2, POISON_BATCH)) visitor.giveUp(site)
}
