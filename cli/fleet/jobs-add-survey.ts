import { Command, Option } from 'commander'
import { readBytes } from '../../crawler/files/read-file.ts'
import { openList } from '../../crawler/list/open-list.ts'
import type { Query } from '../../db/connection/database.ts'
import { storeList } from '../../db/survey/stored-lists.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { JOB_LIMITS } from '../../fleet/queue/job.ts'
import { addSurveyJobs } from '../../fleet/survey/survey-jobs.ts'
import { untilInterrupted } from '../exit/exit-codes.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import {
  addConductOptions,
  addListOptions,
  allowAddressOption,
  h3CanaryOption,
} from '../options/run-options.ts'
import { demandContact } from '../options/run-settings.ts'
import { countText, visible } from '../output/text.ts'
import { createSurveyOf, type NewSurveyOptions, NOT_VISITED } from '../survey/create-survey-of.ts'
import { openRunList } from '../survey/survey-list.ts'
import { addSchedule } from './add-schedule.ts'
import { type Fleet, openFleet } from './open-fleet.ts'
import { recordWords } from './schedule-words.ts'
import { addEveryOption, addTargetOptions, type TargetOptions, targetVantages } from './target-vantages.ts'

export interface AddSurveyOptions extends NewSurveyOptions, TargetOptions {
  readonly sitesPerJob: number
  readonly cache: string
  readonly database: string
}

/** Few enough that little is visited twice when a worker dies, and many that a job costs little beside its visits. */
const SITES_PER_JOB = 50

/** Size of a list as it lies on the disk: twice Tranco's million lines, in one row. */
const MOST_KEPT_BYTES = 50_000_000

/** `towline jobs add survey`; `add` gets what the command was given, and the words that say so. */
export function addSurveyCommand(
  add: (options: AddSurveyOptions, words: readonly string[]) => Promise<void> = addSurvey,
): Command {
  const command = new Command('survey')
  addEveryOption(addTargetOptions(command))
  addListOptions(command)
  command
    .optionsGroup('How it runs:')
    .addOption(
      new Option('--sites-per-job <n>', 'visited and recorded together')
        .argParser(wholeNumber(...JOB_LIMITS.sitesPerSurveyJob))
        .default(SITES_PER_JOB),
    )
    .addOption(
      new Option('--timeout <time>', 'limit for one site as a whole')
        .argParser(milliseconds)
        .default(20_000, '20s'),
    )
    .option('--seed <n>', 'of the order of visits (default: drawn, and stored)', wholeNumber(0, 2 ** 32 - 1))
    .optionsGroup('Network:')
    .addOption(allowAddressOption())
    .addOption(h3CanaryOption())
  addConductOptions(command)
  command.optionsGroup('Files:').addOption(databaseOption()).addOption(cacheOption('downloaded lists'))
  const words = recordWords(command)
  return command.action((options: AddSurveyOptions) => add(options, words))
}

async function addSurvey(options: AddSurveyOptions, words: readonly string[]): Promise<void> {
  await using interrupt = untilInterrupted()
  await using fleet = await openFleet(options.database, 'jobs add survey')
  const vantages = await targetVantages(fleet.db, options)
  const { every } = options
  const optOut = options.optOut !== undefined
  const keepList = () => keptList(fleet.db, options, interrupt.signal)
  for (const vantage of vantages) {
    if (every === undefined) await addSurveyFrom(fleet, options, vantage, interrupt.signal)
    else await addSchedule(fleet, { every, adds: 'survey', vantage, words, keepList, optOut })
  }
}

/** Keeps the list of a schedule in the database, for the machines that add its surveys; resolves to its hash. */
async function keptList(
  db: Fleet['db'],
  { list: file, listName }: AddSurveyOptions,
  signal: AbortSignal,
): Promise<string | null> {
  if (file === undefined) return null
  await openList({ file }, { cacheDir: '', signal })
  return await storeList(db, {
    name: listName ?? file,
    bytes: await readBytes(file, { maxBytes: MOST_KEPT_BYTES, signal }),
  })
}

/** Adds a survey from one vantage point; `alongside` is done in the same transaction. */
export async function addSurveyFrom(
  { db, queue }: Pick<Fleet, 'db' | 'queue'>,
  options: AddSurveyOptions,
  vantage: string,
  signal: AbortSignal,
  alongside: (query: Query) => Promise<void> = async () => undefined,
): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const list = await openRunList(options, signal, say)
  demandContact(options, Math.min(list.size, options.top ?? list.size))
  await createQueues(queue, vantage)
  const { sitesPerJob, priority } = options
  let jobs = 0
  const { id, sites, source } = await createSurveyOf(
    db,
    { ...options, vantage },
    list,
    NOT_VISITED,
    async (query, surveyId) => {
      jobs = await addSurveyJobs(query, surveyId, { boss: queue.boss, vantage, sitesPerJob, priority })
      await alongside(query)
    },
  )
  console.log(
    `survey:${id}: ${countText(sites, 'site')} of ${visible(source)} from ${vantage}, in ${countText(jobs, 'job')}`,
  )
}
