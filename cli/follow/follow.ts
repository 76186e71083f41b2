import { setTimeout as delay } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { OwnCommand } from '../demo/own-command.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { passedOn } from '../options/passed-on.ts'
import { addListOptions, addRunOptions, addWorkersOption, type RunOptions } from '../options/run-options.ts'
import { followSurveys } from './follow-surveys.ts'
import { followedSurveys, seriesOf } from './followed-surveys.ts'
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

/** As `towline crawl --survey-only`, with its workers. One that is resumed keeps the list that it began with. */
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
