import { Command, Option } from 'commander'
import type { Schedule } from 'pg-boss'
import type { Database } from '../../db/connection/database.ts'
import { SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import {
  JOB_STATES,
  type JobGroup,
  type JobRow,
  type JobSelector,
  jobGroups,
} from '../../fleet/queue/job-groups.ts'
import type { JobQueue } from '../../fleet/queue/open-queue.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand } from '../options/read-command.ts'
import { formatOption, printRows } from '../output/format.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { foundJobs, ID_CHARS, selectingCommand, withJobs } from './with-jobs.ts'

export function jobsShowCommand(): Command {
  return selectingCommand('show')
    .addOption(new Option('--state <state>', 'only those in this state').choices(JOB_STATES))
    .addOption(formatOption())
    .action((selector: JobSelector, options: ReadOptions & { state?: JobRow['state'] }) =>
      withJobs(options, 'jobs show', async ({ db, queue }) =>
        showJobs(await foundJobs(db, queue, selector), options),
      ),
    )
}

function showJobs(
  found: readonly JobRow[],
  { format, state }: Pick<ReadOptions, 'format'> & { readonly state?: JobRow['state'] },
): void {
  const jobs = found.filter((job) => state === undefined || job.state === state)
  const width = tableWidth()
  if (format === 'json') console.log(jsonText(jobs, 2))
  else if (format === 'csv') for (const line of csvLines(jobs, jobColumns(null))) console.log(line)
  else {
    if (jobs.length > 0) console.log(textTable(jobs, jobColumns(width), width))
    // Jobs that come first have left the terminal where there are many.
    if (width !== null) console.log(jobCounts(found))
  }
}

export function jobsListCommand(): Command {
  return readCommand('list').action((options: ReadOptions) =>
    withJobs(options, 'jobs list', ({ db, queue }) => showGroups(db, queue, options)),
  )
}

async function showGroups(db: Database, queue: JobQueue, { format }: ReadOptions): Promise<void> {
  const groups = await jobGroups(db, queue)
  const columns = groupColumns(groups, format === 'table' ? tableWidth() : null)
  printRows(format, groups, columns, `no jobs: add some with \`${COMMAND} jobs add survey --top 1000\``)
}

/** Columns of `jobs list` for a terminal of that width; null: all, for programs. */
function groupColumns(groups: readonly JobGroup[], width: number | null): readonly Column<JobGroup>[] {
  // Rarely other than 0.
  const isShown = (name: 'cancelled' | 'priority'): boolean =>
    width === null || groups.some((group) => group[name] !== 0)
  const name = ({ kind, subject }: JobGroup): string => {
    if (subject === null) return kind
    return `${kind}:${kind === 'replay' ? idFor(subject, width) : subject}`
  }
  return [
    { heading: 'jobs', cell: name },
    { heading: 'vantage', cell: ({ vantage }) => vantage },
    {
      heading: 'added (UTC)',
      cell: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' '),
      optional: true,
    },
    ...column(isShown('priority'), { heading: 'priority', cell: ({ priority }) => priority }),
    { heading: 'waiting', cell: ({ waiting }) => waiting, align: 'right' },
    { heading: 'under way', cell: ({ active }) => active, align: 'right' },
    { heading: 'done', cell: ({ done }) => done, align: 'right' },
    { heading: 'failed', cell: ({ failed }) => failed, align: 'right' },
    ...column(isShown('cancelled'), { heading: 'cancelled', cell: ({ cancelled }) => cancelled }),
  ]
}

function column(
  isShown: boolean,
  shown: Pick<Column<JobGroup>, 'cell' | 'heading'>,
): readonly Column<JobGroup>[] {
  return isShown ? [{ ...shown, align: 'right', optional: true }] : []
}

/** Columns of `jobs show`, as `groupColumns`. */
function jobColumns(width: number | null): readonly Column<JobRow>[] {
  return [
    { heading: 'job', cell: ({ id }) => idFor(id, width) },
    // A terminal shows what was asked for.
    ...(width === null ? [{ heading: 'queue', cell: ({ queue }: JobRow) => queue }] : []),
    { heading: 'state', cell: ({ state }) => state },
    { heading: 'attempts', cell: ({ attempts }) => attempts, align: 'right' },
    { heading: 'reason', cell: ({ reason }) => reason },
  ]
}

/** `2 failed, 1 active, 40 done`. */
function jobCounts(jobs: readonly JobRow[]): string {
  const counts = Map.groupBy(jobs, ({ state }) => state)
  return JOB_STATES.flatMap((state) => {
    const count = counts.get(state)?.length ?? 0
    return count === 0 ? [] : `${count} ${state}`
  }).join(', ')
}

function idFor(id: string, width: number | null): string {
  return width === null ? id : id.slice(0, ID_CHARS)
}

export function jobsSchedulesCommand(): Command {
  return new Command('schedules')
    .option('--remove <schedule>', 'takes this one back; jobs that it has added stay')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((options: ReadOptions & { remove?: string }) =>
      withJobs(options, 'jobs schedules', ({ queue }) => schedules(queue, options)),
    )
}

const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  { heading: 'schedule', cell: ({ key }) => key },
  { heading: 'every', cell: ({ cron }) => cron },
]

async function schedules(
  { boss }: JobQueue,
  { format, remove }: ReadOptions & { readonly remove?: string },
): Promise<void> {
  const found = await boss.getSchedules(SCHEDULE_QUEUE)
  if (remove !== undefined) {
    if (!found.some(({ key }) => key === remove))
      throw new CliError(EXIT.data, `there is no schedule '${remove}'`)
    return await boss.unschedule(SCHEDULE_QUEUE, remove)
  }
  printRows(format, found, SCHEDULE_COLUMNS, "no schedule: add one with `jobs add … --every '0 3 2 * *'`")
}
