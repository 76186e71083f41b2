import type { Database } from '../../db/connection/database.ts'
import type { JobQueue } from './open-queue.ts'

/** Whether a job of the queue could be taken now: it is due, and no job with the same key is under way. */
export async function isWaiting(
  db: Database,
  { schema }: Pick<JobQueue, 'schema'>,
  queue: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 AS one FROM ${schema}.job AS waiting
     WHERE name = ? AND state IN ('created', 'retry') AND start_after <= now() AND NOT EXISTS
       (SELECT 1 FROM ${schema}.job AS active WHERE active.name = waiting.name AND active.state = 'active'
          AND active.singleton_key = waiting.singleton_key)
     LIMIT 1`,
    [queue],
  )
  return rows.length > 0
}
