import type { QueueOptions, QueuePolicy } from 'pg-boss'
import { MEASURING, queueName, SCHEDULE_QUEUE } from './job.ts'
import type { JobQueue } from './open-queue.ts'

/** A worker says that it is alive three times in this time; a job whose worker does not is given to another. */
export const HEARTBEAT_S = 30

/** Attempts after the first, and the waits between them: 5 s, doubled each time up to 10 minutes. */
const RETRIES = { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 } as const

/** pg-boss allows no more; what counts is the heartbeat. */
const DAY_S = 86_399

/**
 * Jobs wait for a vantage point however long it is away, for a survey that loses slices never ends; failed ones stay
 * until somebody has read why. To pg-boss 0 is for ever, but not for those that wait: they get ten years.
 */
const KEPT = { retentionSeconds: 10 * 365 * 86_400, deleteAfterSeconds: 0 } as const

const QUEUE = {
  ...RETRIES,
  ...KEPT,
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: DAY_S,
} as const satisfies QueueOptions

/** Makes the queues of a vantage point, where they are not there yet. */
export async function createQueues(queue: OwnQueue, vantage: string): Promise<void> {
  // One block of a campaign at a time: jobs with the same key wait for each other.
  for (const kind of MEASURING)
    await createQueue(queue, queueName(kind, vantage), kind === 'campaign' ? 'singleton' : 'standard')
  await createQueue(queue, SCHEDULE_QUEUE, 'standard')
}

type OwnQueue = Pick<JobQueue, 'boss' | 'schema'>

async function createQueue({ boss, schema }: OwnQueue, name: string, policy: QueuePolicy): Promise<void> {
  const found = await boss.getQueue(name)
  if (found === null) return await boss.createQueue(name, { ...QUEUE, policy })
  if (isKept(found)) return
  // Made by an earlier version, which had jobs deleted: each job has a copy of its limits.
  const { deleteAfterSeconds, retentionSeconds } = KEPT
  await boss.getDb().executeSql(
    `UPDATE ${schema}.job SET deletion_seconds = $2::int, keep_until = start_after + $3::int * interval '1s'
     WHERE name = $1`,
    [name, deleteAfterSeconds, retentionSeconds],
  )
  await boss.updateQueue(name, KEPT)
}

function isKept({ retentionSeconds, deleteAfterSeconds }: QueueOptions): boolean {
  return retentionSeconds === KEPT.retentionSeconds && deleteAfterSeconds === KEPT.deleteAfterSeconds
}
