import { setTimeout as delay } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import { listSurveys, type SurveyRow } from '../../db/survey/surveys.ts'
import { OwnCommand } from '../demo/own-command.ts'
import { EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { passedOn } from '../options/passed-on.ts'
import { addListOptions, addRunOptions, addWorkersOption, type RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import { measuredOptions } from '../survey/create-survey-of.ts'
import { followSurveys } from './follow-surveys.ts'
import { PERIODS, type Period, periodArgument } from './period.ts'
import { withSeriesLock } from './series-lock.ts'

interface FollowOptions extends RunOptions {
  readonly every: Period
  readonly once?: boolean
}

/** Options that a survey itself does not have, or that change from one survey to the next. */
const OWN_OPTIONS = ['every', 'once', 'resume'] as const

/** `towline follow`: a survey repeated by schedule, on one machine. */
export function followCommand(): Command {
  const command = new Command('follow')
    .optionsGroup('When:')
    .addOption(
      new Option('--every <period>', `${PERIODS.join(', ')}; counted from the start of the first survey`)
        .argParser(periodArgument)
        .default('month'),
    )
    .option('--once', 'make the survey that is due, if one is, and end: for cron and timers')
  addListOptions(command)
  addRunOptions(command)
  addWorkersOption(command)
  return command.action(async (options: FollowOptions) => {
    process.exitCode = await follow(command, options)
  })
}

async function follow(command: Command, options: FollowOptions): Promise<number> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  try {
    return await followSurveys({
      period: options.every,
      once: options.once === true,
      surveys: () => readSurveys(options),
      survey: (unfinished, lost) => crawl(command, unfinished, { signal, lost }),
      locked: (work) => lockSeries(options, work),
      now: () => Date.now(),
      sleep: (ms) => delay(ms, undefined, { signal }),
      say,
    })
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    throw error
  }
}

/** The database is closed while nothing is due. */
async function readSurveys(options: FollowOptions): Promise<readonly SurveyRow[]> {
  await using db = await openDatabase({ url: options.database })
  return await followedSurveys(db, options)
}

async function lockSeries<T>(options: FollowOptions, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  await using db = await openDatabase({ url: options.database })
  return await withSeriesLock(db, seriesOf(options), work)
}

/** Works as `towline crawl --survey-only`, with its workers. One that is resumed keeps the list that it began with. */
async function crawl(
  command: Command,
  unfinished: SurveyRow | null,
  { signal, lost }: { readonly signal: AbortSignal; readonly lost: AbortSignal },
): Promise<number> {
  signal.throwIfAborted()
  const trancoId = unfinished?.list.trancoId ?? null
  const list = trancoId === null ? [] : [`--tranco-id=${trancoId}`]
  const leftOut = trancoId === null ? OWN_OPTIONS : [...OWN_OPTIONS, 'trancoId', 'trancoDate']
  const child = new OwnCommand(['crawl', '--survey-only', '--resume', ...passedOn(command, leftOut), ...list])
  // It shares our terminal and hears its Ctrl-C; a SIGTERM is sent to us alone.
  const passOn = (): void => child.stop('SIGTERM')
  process.once('SIGTERM', passOn)
  lost.addEventListener('abort', passOn)
  try {
    return await child.ended
  } finally {
    process.off('SIGTERM', passOn)
    lost.removeEventListener('abort', passOn)
  }
}

/** Writes what the surveys have in common that these options continue, as text. */
function seriesOf(options: RunOptions): string {
  return canonicalJson({
    list: listName(options),
    operations: options.operations,
    options: measuredOptions(options),
    vantage: options.vantage ?? null,
    sandbox: !isLive(options),
  })
}

/** The surveys that these options continue, oldest first: of the same list by name, measured alike, from the same place. */
async function followedSurveys(db: Database, options: RunOptions): Promise<SurveyRow[]> {
  const measured = canonicalJson(measuredOptions(options))
  const source = listName(options)
  return (await listSurveys(db))
    .filter(
      ({ list, ...survey }) =>
        canonicalJson(survey.options) === measured &&
        survey.operations.join() === options.operations.join() &&
        survey.vantage === (options.vantage ?? null) &&
        survey.sandbox === !isLive(options) &&
        (source === null ? list.trancoId !== null : list.source === source),
    )
    .reverse()
}

/** Returns null for Tranco's, whichever day's. */
function listName({ list, listName }: RunOptions): string | null {
  return list === undefined ? null : (listName ?? list)
}
