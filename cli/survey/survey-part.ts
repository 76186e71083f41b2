import type { LoopWatch } from '../../crawler/survey/operation/loop-watch.ts'
import { MemoryFull, MemoryLimit, memoryLimits } from '../../crawler/survey/run/memory-limit.ts'
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
import {
  isSupervised,
  leaveToReplacement,
  reportAwake,
  tellMemory,
  tellSuspects,
  watchFates,
} from '../worker/worker.ts'

interface SurveyPartOptions {
  readonly db: Database
  readonly surveyId: number
  readonly options: RunOptions
  readonly settings: SiteVisitSettings
  readonly loop: LoopWatch
  /** Part of the limits; sites are not divided, each part claims what it has room for. */
  readonly part: Part
  readonly signal: AbortSignal
  readonly clock: () => number
  readonly onProgress?: (progress: Progress) => void
  readonly plannedPerS?: number
  readonly onRecorded?: (sites: number, failed: number) => void
  readonly others?: Others
}

/** Visits sites of a survey as one of the workers that share it: resolves when no site is left, or when stopped. */
export async function surveyPart(given: SurveyPartOptions): Promise<RunOutcome> {
  const { options, settings, loop, part, ...run } = given
  using _awake = reportAwake()
  const full = new AbortController()
  let reported: Promise<void> | null = null
  const signal = AbortSignal.any([run.signal, full.signal])
  const concurrency = shareOf(options.concurrency, part)
  using memory = new MemoryLimit({
    limits: memoryLimits(concurrency),
    clock: run.clock,
    onHold: (bytes) => void tellMemory(bytes, false),
    onExceeded(bytes) {
      // A worker that nobody would replace goes on.
      if (!isSupervised()) return
      reported = tellMemory(bytes, true)
      full.abort(new MemoryFull('this worker takes too much memory'))
    },
  }).watch()
  const inPace = pace(loop, signal)
  const canary = canaryOf(options, settings, signal)
  const outcome = await runSurvey({
    ...run,
    signal,
    visit: siteVisit({ ...settings, ...(options.page && { page: options.page }) }),
    concurrency,
    perAddress: shareOf(options.perAddress, part),
    async admit() {
      await memory.admit(signal)
      await inPace()
    },
    fateOf: watchFates(),
    onCrashed: tellSuspects,
    ...(canary === null ? {} : { canary }),
  })
  await reported
  if (full.signal.aborted && !run.signal.aborted && outcome.state === 'stopped') leaveToReplacement()
  return outcome
}
