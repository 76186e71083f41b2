import type { List } from '../crawler/list.ts'
import { watchLoop } from '../crawler/survey/loop-watch.ts'
import { pace } from '../crawler/survey/pace.ts'
import { runSurvey } from '../crawler/survey/run.ts'
import { siteVisit } from '../crawler/survey/site-visit.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { createSurvey, findResumable, type SurveyRow, surveyById } from '../db/surveys.ts'
import { mix32 } from '../stats/rng.ts'
import { canaryOf, demandNetwork } from './canary.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { progressDisplay } from './progress.ts'
import type { RunOptions } from './run-options.ts'
import { demandContact, isLive, userAgentOf, visitSettings } from './run-settings.ts'
import { openRunList } from './survey-list.ts'
import { VERSION } from './version.ts'
import { visible } from './visible.ts'

export interface SurveyRun {
  readonly surveyId: number
  readonly exitCode: ExitCode
}

/** Surveys a list as the options say: makes or resumes the survey, visits what is left, says how far it came. */
export async function runSurveyFor(options: RunOptions, signal: AbortSignal): Promise<SurveyRun> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const clock = (): number => performance.now()
  // What is wrong with an option is said before a list is downloaded.
  using loop = watchLoop(clock)
  const settings = await visitSettings(options, clock, loop)
  await using _resolver = settings.resolver
  const list = await openRunList(options, signal, say)
  demandContact(options, Math.min(list.size, options.top ?? list.size))
  await demandNetwork(options, settings, signal)
  await using db = await openDatabase({ url: options.database })

  const survey = await surveyFor(db, options, list, say)
  const display = progressDisplay(process.stderr, clock)
  const canary = canaryOf(options, settings, signal)
  const outcome = await runSurvey({
    db,
    surveyId: survey.id,
    visit: siteVisit(settings),
    concurrency: options.concurrency,
    perAddress: options.perAddress,
    admit: pace(loop, signal),
    signal,
    clock,
    onProgress: display.show,
    ...(canary === null ? {} : { canary }),
  }).finally(display.end)
  if (outcome.state === 'finished') return { surveyId: survey.id, exitCode: EXIT.ok }
  say(`stopped: survey ${survey.id} has ${outcome.done} of ${outcome.total} sites; --resume goes on with it`)
  return { surveyId: survey.id, exitCode: EXIT.interrupted }
}

/** Everything that changes what is measured, not how fast; where it is the same, `--resume` may go on. */
function measuredOptions(options: RunOptions): object {
  return {
    top: options.top ?? null,
    siteTimeoutMs: options.timeout,
    robots: options.robots,
    allowAddress: options.allowAddress,
    optOut: options.optOut !== undefined,
    h3Canary: options.h3Canary ?? null,
  }
}

async function surveyFor(
  db: Database,
  options: RunOptions,
  list: List,
  say: (line: string) => void,
): Promise<SurveyRow> {
  const measured = measuredOptions(options)
  if (options.resume === true) {
    const found = await findResumable(db, {
      listSha: list.sha256,
      options: measured,
      operations: options.operations,
    })
    if (found !== null) {
      say(`survey ${found.id} goes on`)
      return found
    }
    say('nothing to resume: no unfinished survey of this list with these options; a new one starts')
  }
  const createdAt = new Date().toISOString()
  const source = options.listName ?? list.source
  const { id, sites } = await createSurvey(db, {
    list: () => ({
      source,
      trancoId: list.trancoId,
      sha256: list.sha256,
      fetchedAt: createdAt,
      entries: list.size,
      badLines: list.badLineCount,
    }),
    sites: list.entries(options.top),
    shuffle: mix32,
    createdAt,
    toolVersion: VERSION,
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 32),
    operations: options.operations,
    options: measured,
    vantage: options.vantage ?? null,
    resolver: options.resolver?.join(',') ?? null,
    userAgent: userAgentOf(options),
    sandbox: !isLive(options),
    versions: versions(),
  })
  say(`survey ${id}: ${sites} sites of ${visible(source)}`)
  const survey = await surveyById(db, id)
  if (survey === null) throw new Error(`survey ${id} is not where it was written`)
  return survey
}

function versions(): Record<string, string> {
  const { node, openssl, nghttp2 } = process.versions
  return {
    node,
    openssl: openssl ?? '',
    nghttp2: nghttp2 ?? '',
    platform: `${process.platform}-${process.arch}`,
  }
}
