import type { Database } from '../../../db/connection/database.ts'
import type { OwnerFate } from '../../../db/survey/site-leases.ts'
import type { OperationRow } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import type { Canary } from './canary-blocks.ts'
import type { Others } from './others.ts'
import type { Progress } from './progress.ts'
import type { Slots } from './slots.ts'

export interface VisitContext {
  /** Aborted when the run stops. What the visit finds after that is not recorded. */
  readonly signal: AbortSignal
  /** Slots by address: sites that share one are not visited all at once (CRW-4). */
  readonly addressSlots: Slots
}

/** Visits one site. Must settle by itself, within the site's time limit, and soon after the signal is aborted. */
export type VisitSite = (
  site: { readonly rank: number; readonly domain: string },
  context: VisitContext,
) => Promise<{ readonly rows: readonly OperationRow[]; readonly facts: SiteFacts }>

export interface RunSurveyOptions {
  readonly db: Database
  readonly surveyId: number
  readonly visit: VisitSite
  /** Sites visited at once, at most: how many the line takes is found out (`VisitWindow`). Default 1,000. */
  readonly concurrency?: number
  /** Holders of one address's slot. Default 2. */
  readonly perAddress?: number
  /** Resolves when one more visit may start; called before each. Default: at once. */
  readonly admit?: () => Promise<void>
  /** Stops the run: sites that are being visited go back to be visited later. */
  readonly signal: AbortSignal
  readonly clock: () => number
  /** Wall time of the run's start; all other times are counted from it by `clock`. Default now. */
  readonly startedAt?: Date
  /** Called at the start, after every commit (some 20 a second) and at the end. */
  readonly onProgress?: (progress: Progress) => void
  /** Sites a second as planned, to say how long is left before that is known. Default: unknown. */
  readonly plannedPerS?: number
  /** Called after every commit with the sites recorded in it, and how many of these gave no answer. */
  readonly onRecorded?: (sites: number, failed: number) => void
  /** Their sites count in the progress, and this run ends after them. Default: none. */
  readonly others?: Others
  /** Tells what became of another run. Default: `ended` where it is no more. */
  readonly fateOf?: (owner: string) => OwnerFate
  /** Called where a run has crashed that held so many sites: each of them will be visited alone. */
  readonly onCrashed?: (owner: string, sites: number) => void
  /** HTTP/3 that fails on our side counts as theirs without one. */
  readonly canary?: Canary
  /** Sites between two canaries. Default 500 (CRW-5). */
  readonly canaryEvery?: number
  /** Time for which the sites of a run that vanished without a trace stay leased, milliseconds. Default 60,000. */
  readonly leaseMs?: number
}

export interface RunOutcome {
  readonly state: 'finished' | 'stopped'
  readonly total: number
  readonly done: number
  readonly failed: number
}
