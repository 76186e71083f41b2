import type { LoopWatch } from '../crawler/survey/loop-watch.ts'
import type { Others } from '../crawler/survey/others.ts'
import { pace } from '../crawler/survey/pace.ts'
import type { Progress } from '../crawler/survey/progress.ts'
import { type RunOutcome, runSurvey } from '../crawler/survey/run.ts'
import { type Part, shareOf } from '../crawler/survey/share.ts'
import { type SiteVisitSettings, siteVisit } from '../crawler/survey/site-visit.ts'
import type { Database } from '../db/database.ts'
import { canaryOf } from './canary.ts'
import type { RunOptions } from './run-options.ts'
import { tellSuspects, watchFates } from './worker.ts'

export interface SurveyPartOptions {
  readonly db: Database
  readonly surveyId: number
  readonly options: RunOptions
  readonly settings: SiteVisitSettings
  readonly loop: LoopWatch
  /** Of the limits; sites are not divided, each part claims what it has room for. */
  readonly part: Part
  readonly signal: AbortSignal
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  readonly onProgress?: (progress: Progress) => void
  readonly onRecorded?: (sites: number, failed: number) => void
  readonly others?: Others
}

/** Visits sites of a survey as one of the workers that share it: resolves when no site is left, or when stopped. */
export async function surveyPart(given: SurveyPartOptions): Promise<RunOutcome> {
  const { options, settings, loop, part, ...run } = given
  const canary = canaryOf(options, settings, run.signal)
  return await runSurvey({
    ...run,
    visit: siteVisit(settings),
    concurrency: shareOf(options.concurrency, part),
    perAddress: shareOf(options.perAddress, part),
    admit: pace(loop, run.signal),
    fateOf: watchFates(),
    onCrashed: tellSuspects,
    ...(canary === null ? {} : { canary }),
  })
}
