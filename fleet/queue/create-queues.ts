import type { PgBoss, QueueOptions, QueuePolicy } from 'pg-boss'
import { MEASURING, queueName, SCHEDULE_QUEUE } from './job.ts'

/** A worker says that it is alive three times in this time; a job whose worker does not is given to another. */
export const HEARTBEAT_S = 30

/** Attempts after the first, and the waits between them: 5 s, doubled each time up to 10 minutes. */
const RETRIES = { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 } as const

/** pg-boss allows no more; what counts is the heartbeat. */
const DAY_S = 86_399

const QUEUE = {
  ...RETRIES,
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: DAY_S,
  // A survey may wait for a vantage point that is away; failed jobs stay until somebody has read why.
  retentionSeconds: 90 * 86_400,
  deleteAfterSeconds: 30 * 86_400,
} as const satisfies QueueOptions

/** Makes the queues of a vantage point, where they are not there yet. */
export async function createQueues(boss: PgBoss, vantage: string): Promise<void> {
  // One block of a campaign at a time: jobs with the same key wait for each other.
  for (const kind of MEASURING)
    await createQueue(boss, queueName(kind, vantage), kind === 'campaign' ? 'singleton' : 'standard')
  await createQueue(boss, SCHEDULE_QUEUE, 'standard')
}

async function createQueue(boss: PgBoss, name: string, policy: QueuePolicy): Promise<void> {
  if ((await boss.getQueue(name)) === null) await boss.createQueue(name, { ...QUEUE, policy })
}
