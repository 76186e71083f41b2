import { Command, InvalidArgumentError, Option } from 'commander'
import type { Schedule } from 'pg-boss'
import type { Database } from '../../db/connection/database.ts'
import { databaseError } from '../../db/connection/database-error.ts'
import { MEASURING, SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import {
  JOB_STATES,
  type JobRow,
  type JobSelector,
  jobGroups,
  selectJobs,
} from '../../fleet/queue/job-groups.ts'
import type { JobQueue } from '../../fleet/queue/open-queue.ts'
import type { Affected } from '../../fleet/worker/held-job.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { countText } from '../output/count-text.ts'
import { type Format, formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { groupColumns, JOB_ID, JOB_IDS, jobColumns, jobCounts } from './job-tables.ts'
import { addCampaignCommand } from './jobs-add-campaign.ts'
import { addReplayCommand } from './jobs-add-replay.ts'
import { addSurveyCommand } from './jobs-add-survey.ts'
import { openFleet } from './open-fleet.ts'

interface JobsOptions {
  readonly database: string
  readonly format: Format
}

/** `towline jobs …`: work that is shared among workers. */
export function jobsCommand(): Command {
  const command = new Command('jobs').description(
    'Work for the workers that share a PostgreSQL database: surveys, campaigns, replays.',
  )
  command
    .command('add')
    .description('adds work, which workers of the vantage points take')
    .addCommand(addSurveyCommand())
    .addCommand(addCampaignCommand())
    .addCommand(addReplayCommand())
  command
    .command('list')
    .description(
      'each survey, campaign and replay, with how many of its jobs wait, are under way, done, failed',
    )
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((options: JobsOptions) =>
      withJobs(options, 'jobs list', ({ db, queue }) => showGroups(db, queue, options)),
    )
  command
    .command('schedules')
    .description('what `jobs add … --every` has set up')
    .option('--remove <schedule>', 'takes this one back; jobs that it has added stay')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((options: JobsOptions & { remove?: string }) =>
      withJobs(options, 'jobs schedules', ({ queue }) => schedules(queue, options)),
    )
  selecting(command, 'show', 'its jobs one by one; failed ones first, with the reason')
    .addOption(new Option('--state <state>', 'only those in this state').choices(JOB_STATES))
    .addOption(formatOption())
    .action((selector: JobSelector, options: JobsOptions & { state?: JobRow['state'] }) =>
      withJobs(options, 'jobs show', async ({ db, queue }) =>
        showJobs(await found(db, queue, selector), options),
      ),
    )
  selecting(command, 'cancel', 'takes back what waits, and stops what is under way').action(
    (selector: JobSelector, options: JobsOptions) =>
      withJobs(options, 'jobs cancel', async ({ db, queue }) => {
        const jobs = (await found(db, queue, selector)).filter(({ state }) =>
          ['waiting', 'retry', 'active'].includes(state),
        )
        const cancelled = await change(jobs, (name, ids) => queue.boss.cancel(name, ids))
        console.log(`${countText(cancelled, 'job')} cancelled`)
      }),
  )
  selecting(command, 'retry', 'tries again what has failed or was cancelled').action(
    (selector: JobSelector, options: JobsOptions) =>
      withJobs(options, 'jobs retry', async ({ db, queue }) => {
        const jobs = await found(db, queue, selector)
        const failed = jobs.filter(({ state }) => state === 'failed')
        const cancelled = jobs.filter(({ state }) => state === 'cancelled')
        const retried = await change(failed, (name, ids) => queue.boss.retry(name, ids))
        const resumed = await change(cancelled, (name, ids) => queue.boss.resume(name, ids))
        console.log(`${countText(retried + resumed, 'job')} waiting again`)
      }),
  )
  return command
}

function selecting(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .argument(
      '<jobs>',
      'survey:NUMBER, campaign:NUMBER, replay:ID, schedule, or the id of one job',
      jobSelector,
    )
    .addOption(databaseOption())
}

function jobSelector(text: string): JobSelector {
  if (text === SCHEDULE_QUEUE) return { kind: SCHEDULE_QUEUE, subject: null }
  if (JOB_ID.test(text)) return { id: text }
  const [name, subject = ''] = text.split(':')
  const kind = MEASURING.find((each) => each === name)
  if (kind === undefined || !(kind === 'replay' ? JOB_ID : /^\d+$/).test(subject))
    throw new InvalidArgumentError('such as survey:12, or the id of a job.')
  return { kind, subject }
}

async function withJobs(
  { database }: Pick<JobsOptions, 'database'>,
  command: string,
  use: (fleet: { readonly db: Database; readonly queue: JobQueue }) => Promise<void>,
): Promise<void> {
  await using fleet = await openFleet(database, command)
  try {
    await use(fleet)
  } catch (error) {
    // pg-boss rejects with the driver's own errors.
    throw databaseError(error, fleet.db)
  }
}

async function found(db: Database, queue: JobQueue, selector: JobSelector): Promise<JobRow[]> {
  const jobs = await selectJobs(db, queue, selector)
  if (jobs.length === 0)
    throw new CliError(EXIT.data, `no such jobs: \`${COMMAND} jobs list\` shows which there are`)
  // An id is of one job, and a replay has one.
  const isOne = 'id' in selector || selector.kind === 'replay'
  if (isOne && jobs.length > 1)
    throw new CliError(
      EXIT.data,
      `${jobs.length} jobs have an id that begins so: give more of it (${JOB_IDS})`,
    )
  return jobs
}

/** Resolves to how many were changed: workers go on meanwhile, and some may have ended since they were looked for. */
async function change(
  jobs: readonly JobRow[],
  apply: (queue: string, ids: string[]) => Promise<Affected>,
): Promise<number> {
  let changed = 0
  for (const [name, members] of Map.groupBy(jobs, ({ queue }) => queue)) {
    const { affected = 0 } = await apply(
      name,
      members.map(({ id }) => id),
    )
    changed += affected
  }
  return changed
}

async function showGroups(db: Database, queue: JobQueue, { format }: JobsOptions): Promise<void> {
  const groups = await jobGroups(db, queue)
  if (format === 'json') return console.log(jsonText(groups, 2))
  if (format === 'csv') for (const line of csvLines(groups, groupColumns(groups, null))) console.log(line)
  else if (groups.length === 0)
    console.log(`no jobs: add some with \`${COMMAND} jobs add survey --top 1000\``)
  else {
    const width = tableWidth()
    console.log(textTable(groups, groupColumns(groups, width), width))
  }
}

const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  { heading: 'schedule', cell: ({ key }) => key },
  { heading: 'every', cell: ({ cron }) => cron },
]

async function schedules(
  { boss }: JobQueue,
  { format, remove }: JobsOptions & { readonly remove?: string },
): Promise<void> {
  const found = await boss.getSchedules(SCHEDULE_QUEUE)
  if (remove !== undefined) {
    if (!found.some(({ key }) => key === remove))
      throw new CliError(EXIT.data, `there is no schedule '${remove}'`)
    return await boss.unschedule(SCHEDULE_QUEUE, remove)
  }
  if (format === 'json') console.log(jsonText(found, 2))
  else if (format === 'csv') for (const line of csvLines(found, SCHEDULE_COLUMNS)) console.log(line)
  else if (found.length === 0) console.log("no schedule: add one with `jobs add … --every '0 3 2 * *'`")
  else console.log(textTable(found, SCHEDULE_COLUMNS, tableWidth()))
}

function showJobs(
  found: readonly JobRow[],
  { format, state }: Pick<JobsOptions, 'format'> & { readonly state?: JobRow['state'] },
): void {
  const jobs = found.filter((job) => state === undefined || job.state === state)
  const width = tableWidth()
  if (format === 'json') console.log(jsonText(jobs, 2))
  else if (format === 'csv') for (const line of csvLines(jobs, jobColumns(null))) console.log(line)
  else {
    if (jobs.length > 0) console.log(textTable(jobs, jobColumns(width), width))
    // Of many jobs those that come first have left the terminal.
    if (width !== null) console.log(jobCounts(found))
  }
}
