import { createHash } from 'node:crypto'
import { canonicalJson } from '../../db/rows/canonical-json.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { type JobData, SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import type { Fleet } from './open-fleet.ts'

export interface NewSchedule {
  /** Cron, in UTC. */
  readonly every: string
  readonly adds: JobData<'schedule'>['adds']
  readonly vantage: string
  readonly options: object
}

/** Options of the machine on which the command was given: the database's URL may hold a password. */
const OF_THE_MACHINE = new Set(['cache', 'database', 'eachVantage', 'every', 'vantage'])

/** Has jobs added whenever it is time. The same once more is one schedule, at its new times. */
export async function addSchedule({ queue }: Pick<Fleet, 'queue'>, schedule: NewSchedule): Promise<void> {
  const { boss } = queue
  const { every, adds, vantage } = schedule
  const options = Object.fromEntries(
    Object.entries(schedule.options).filter(([name]) => !OF_THE_MACHINE.has(name)),
  )
  await createQueues(queue, vantage)
  const data: JobData<'schedule'> = { adds, vantage, options }
  const digest = createHash('sha256').update(canonicalJson(data)).digest('hex').slice(0, 8)
  const key = `${adds}-${vantage}-${digest}`
  try {
    // Where no worker was up when it was due, the first one that is makes up for it, once.
    await boss.schedule(SCHEDULE_QUEUE, every, data, { key, tz: 'UTC', missed: 'once' })
  } catch (error) {
    throw new CliError(EXIT.usage, `--every '${every}' is no cron expression such as '0 3 2 * *'`, {
      cause: error,
    })
  }
  const [next] = boss.previewSchedule(every, { count: 1 })
  console.log(`${key}: ${next === undefined ? 'never' : `next at ${next.toISOString()}`}`)
}
