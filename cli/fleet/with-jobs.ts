import { Command, InvalidArgumentError } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { databaseError } from '../../db/connection/database-error.ts'
import { MEASURING, SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import { type JobRow, type JobSelector, selectJobs } from '../../fleet/queue/job-groups.ts'
import type { JobQueue } from '../../fleet/queue/open-queue.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { openFleet } from './open-fleet.ts'

/** Shown of an id on a terminal, where the whole one would leave no room for a reason; commands take as much of it. */
export const ID_CHARS = 8

/** An id, or its beginning. */
const JOB_ID = new RegExp(`^[0-9a-f-]{${ID_CHARS},36}$`)

/** Tells how whole ids are printed. */
const JOB_IDS = `whole ones: \`${COMMAND} jobs list --format json\`, \`jobs show … --format json\``

export function selectingCommand(name: string): Command {
  return new Command(name)
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

export async function withJobs(
  { database }: { readonly database: string },
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

/** @throws CliError where there are none, or an id is of several */
export async function foundJobs(db: Database, queue: JobQueue, selector: JobSelector): Promise<JobRow[]> {
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
