import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import type { Part } from '../../crawler/survey/run/share.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { explain } from '../exit/errors.ts'
import { EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { visitSettings } from '../options/run-settings.ts'
import { tellSupervisor } from '../worker/worker.ts'
import { surveyPart } from './survey-part.ts'

/**
 * Runs a further worker: it visits sites of a survey that the first one has made. It says nothing by itself. Resolves to the
 * exit code.
 */
export async function joinSurvey(surveyId: number, part: Part, options: RunOptions): Promise<number> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const clock = (): number => performance.now()
  try {
    using loop = watchLoop(clock)
    const settings = await visitSettings(options, clock, loop)
    await using _resolver = settings.resolver
    await using db = await openDatabase({ url: options.database })
    const { state } = await surveyPart({
      db,
      surveyId,
      options,
      settings,
      loop,
      part,
      signal,
      clock,
      onRecorded: (sites, failed) => void tellSupervisor({ kind: 'recorded', sites, failed }),
    })
    return state === 'finished' ? EXIT.ok : EXIT.interrupted
  } catch (error) {
    const { exitCode, message } = explain(error)
    await tellSupervisor({ kind: 'failed', message })
    return exitCode
  }
}
