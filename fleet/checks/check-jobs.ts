import { z } from 'zod'
import type { Query } from '../../db/connection/database.ts'
import { HEARTBEAT_S } from '../queue/create-queues.ts'
import { inTransaction, type JobQueue } from '../queue/open-queue.ts'

/** Checks that visitors of a server asked for: one at a time, whichever server takes it. */
export const CHECK_QUEUE = 'check'

export const checkJob = z.strictObject({ checkId: z.int().min(1) })

/**
 * Says how often a check is begun is counted by its row. A job is taken again for more: a server that stops on purpose gives it
 * back, and one whose server died comes before the lease of its row has run out.
 */
const QUEUE = {
  policy: 'singleton',
  retryLimit: 1_000,
  retryDelay: 5,
  retryBackoff: false,
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: 3_600,
} as const

export async function createCheckQueue({ boss }: Pick<JobQueue, 'boss'>): Promise<void> {
  if ((await boss.getQueue(CHECK_QUEUE)) === null) await boss.createQueue(CHECK_QUEUE, QUEUE)
}

/** Adds the job of a check in the transaction that stores it: either both, or neither. */
export async function enqueueCheck(
  { boss }: Pick<JobQueue, 'boss'>,
  query: Query,
  checkId: number,
): Promise<void> {
  const id = await boss.send(CHECK_QUEUE, { checkId }, { db: inTransaction(query) })
  if (id === null) throw new Error(`the queue took no job for check ${checkId}`)
}
