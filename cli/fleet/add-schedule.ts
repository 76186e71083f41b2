import { createHash } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { databaseError } from '../../db/connection/database-error.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { type JobData, SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import type { Fleet } from './open-fleet.ts'

interface NewSchedule {
  /** Cron, in UTC. */
  readonly every: string
  readonly adds: JobData<'schedule'>['adds']
  readonly vantage: string
  /** Words of `recordWords`. */
  readonly words: readonly string[]
  /** Keeps its list in the database, once the rest is known to be right, and resolves to its hash. */
  readonly keepList?: () => Promise<string | null>
  readonly optOut?: boolean
}

/** Has jobs added whenever it is time. The same once more is one schedule, at its new times. */
export async function addSchedule(
  { db, queue }: Pick<Fleet, 'db' | 'queue'>,
  schedule: NewSchedule,
): Promise<void> {
  const { boss } = queue
  const { every, adds, vantage, words, keepList, optOut = false } = schedule
  const next = nextTime(boss, every)
  await createQueues(queue, vantage)
  const listSha256 = (await keepList?.()) ?? null
  const data: JobData<'schedule'> = { adds, vantage, words: [...words], listSha256, optOut }
  const digest = createHash('sha256').update(canonicalJson(data)).digest('hex').slice(0, 8)
  const key = `${adds}-${vantage}-${digest}`
  try {
    // A worker that comes up after it was due makes up for it, once.
    await boss.schedule(SCHEDULE_QUEUE, every, data, { key, tz: 'UTC', missed: 'once' })
  } catch (error) {
    throw databaseError(error, db)
  }
  console.log(`${key}: next at ${next.toISOString()}`)
}

/** @throws CliError where it is no time, or never comes */
function nextTime(boss: Pick<PgBoss, 'previewSchedule'>, every: string): Date {
  let cause: unknown
  try {
    const [next] = boss.previewSchedule(every, { count: 1 })
    if (next !== undefined) return next
  } catch (error) {
    cause = error
  }
  throw new CliError(EXIT.usage, `--every '${every}' is no cron expression such as '0 3 2 * *'`, { cause })
}
