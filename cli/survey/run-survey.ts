import { availableParallelism } from 'node:os'
import type { List } from '../../crawler/list/open-list.ts'
import type { QuicStack } from '../../crawler/quic/quic-stack.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyProgress } from '../../db/survey/survey-sites.ts'
import { findResumable, type SurveyRow, surveyById } from '../../db/survey/surveys.ts'
import { addVisitProvenance } from '../../db/survey/visit-provenance.ts'
import { countFinished } from '../../server/survey/count-finished.ts'
import { STORED_FROM_SITES } from '../../server/survey/survey-summary.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { demandContact, visitSettings } from '../options/run-settings.ts'
import { terminalOf } from '../output/guard-output.ts'
import { progressDisplay } from '../output/progress.ts'
import { countText, visible } from '../output/text.ts'
import { demandNetwork } from '../prepare/canary.ts'
import { isSupervised, shareSurvey } from '../worker/worker.ts'
import { workerCount } from '../worker/worker-count.ts'
import { workerOrder } from '../worker/worker-order.ts'
import { createSurveyOf, measuredOptions, provenanceHere } from './create-survey-of.ts'
import { plannedRatePerS } from './survey-cost.ts'
import { openRunList } from './survey-list.ts'
import { surveyPart } from './survey-part.ts'

interface SurveyRun {
  readonly surveyId: number
  readonly exitCode: ExitCode
}

/**
 * Surveys a list as the options say: makes or resumes the survey, visits what is left, says how far it came. With
 * `orProbing` a finished survey is resumed as well where its sites are still being probed.
 *
 * @param list Default: the one that the options name.
 */
export async function runSurveyFor(
  options: RunOptions,
  signal: AbortSignal,
  { orProbing = false, list: given }: { readonly orProbing?: boolean; readonly list?: List } = {},
): Promise<SurveyRun> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const clock = (): number => performance.now()
  // Faults of an option are named before a list is downloaded.
  using loop = watchLoop(clock)
  const settings = await visitSettings(options, clock, loop)
  await using _resolver = settings.resolver
  const list = given ?? (await openRunList(options, signal, say))
  demandContact(options, Math.min(list.size, options.top ?? list.size))
  await demandNetwork(options, settings, signal)
  await using db = await openDatabase({ url: options.database })

  // This worker may replace one that crashed: it resumes that survey, even where the others have finished it since.
  const { surveyId: known = null, part } = workerOrder(process.env) ?? {}
  const quic = options.operations.includes('http3') ? settings.quic : null
  const survey =
    known === null ? await surveyFor(db, options, list, say, orProbing, quic) : await knownSurvey(db, known)
  if (survey.state === 'finished' && known === null) return { surveyId: survey.id, exitCode: EXIT.ok }
  if (options.operations.includes('http3') && quic === null)
    say(
      'HTTP/3: unknown, since there is no QUIC client for this platform (scripts/setup-origin.sh builds one, with cargo); loads in Chromium have their own',
    )
  const { total, done } = await surveyProgress(db, survey.id)
  const counted = isSupervised() ? workerCount(options, total - done, availableParallelism()) : 1
  const workers = known === null ? counted : (part?.count ?? 1)
  const others = shareSurvey({ surveyId: survey.id, workers, options })
  const display = progressDisplay(terminalOf(process.stderr), clock)
  const outcome = await surveyPart({
    db,
    surveyId: survey.id,
    options,
    settings,
    loop,
    signal,
    clock,
    others,
    part: { index: 0, count: workers },
    onProgress: display.show,
    plannedPerS: plannedRatePerS(options.concurrency, availableParallelism()),
  }).finally(display.end)
  if (outcome.state === 'finished') {
    // It takes some ten seconds for each survey of a million sites.
    if (survey.sites >= STORED_FROM_SITES)
      say(`survey ${survey.id} is finished: counting it, and comparing it with those before it`)
    await countFinished(db, survey)
    return { surveyId: survey.id, exitCode: EXIT.ok }
  }
  say(`stopped: survey ${survey.id} has ${outcome.done} of ${outcome.total} sites; --resume continues it`)
  return { surveyId: survey.id, exitCode: EXIT.interrupted }
}

async function surveyFor(
  db: Database,
  options: RunOptions,
  list: List,
  say: (line: string) => void,
  orProbing: boolean,
  quic: QuicStack | null,
): Promise<SurveyRow> {
  const measured = measuredOptions(options)
  const provenance = provenanceHere(options.resolver ?? null, quic)
  if (options.resume === true) {
    const found = await findResumable(db, {
      listSha: list.sha256,
      options: measured,
      operations: options.operations,
      orProbing,
      vantage: options.vantage ?? null,
    })
    if (found !== null) {
      if (found.state === 'finished') {
        say(`survey ${found.id} is finished`)
        return found
      }
      say(`resuming survey ${found.id}`)
      await db.write((query) => addVisitProvenance(query, db, found.id, provenance))
      return found
    }
    say('nothing to resume: no unfinished survey of this list with these options; a new one starts')
  }
  const { id, sites, source } = await createSurveyOf(db, options, list, provenance)
  say(`survey ${id}: ${countText(sites, 'site')} of ${visible(source)}`)
  return await knownSurvey(db, id)
}

async function knownSurvey(db: Database, id: number): Promise<SurveyRow> {
  const survey = await surveyById(db, id)
  if (survey === null) throw new Error(`survey ${id} was written and cannot be read back`)
  return survey
}
