import type { LoopWatch } from '../../crawler/survey/operation/loop-watch.ts'
import type { Others } from '../../crawler/survey/run/others.ts'
import { pace } from '../../crawler/survey/run/pace.ts'
import type { Progress } from '../../crawler/survey/run/progress.ts'
import { runSurvey } from '../../crawler/survey/run/run.ts'
import type { RunOutcome } from '../../crawler/survey/run/run-options.ts'
import { type Part, shareOf } from '../../crawler/survey/run/share.ts'
import { type SiteVisitSettings, siteVisit } from '../../crawler/survey/visit/site-visit.ts'
import type { Database } from '../../db/connection/database.ts'
import type { RunOptions } from '../options/run-options.ts'
import { canaryOf } from '../prepare/canary.ts'
import { reportAwake, tellSuspects, watchFates } from '../worker/worker.ts'

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
  using _awake = reportAwake()
  const canary = canaryOf(options, settings, run.signal)
  return await runSurvey({
    ...run,
    visit: siteVisit({ ...settings, ...(options.page && { page: options.page }) }),
    concurrency: shareOf(options.concurrency, part),
    perAddress: shareOf(options.perAddress, part),
    admit: pace(loop, run.signal),
    fateOf: watchFates(),
    onCrashed: tellSuspects,
    ...(canary === null ? {} : { canary }),
  })
}
