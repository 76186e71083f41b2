import assert from 'node:assert/strict'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { type JobQueue, openQueue } from '../../fleet/queue/open-queue.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'

/** A job that waits, and one that has ended in each way. */
const STATES = ['cancelled', 'completed', 'created', 'failed']

async function addJobs({ boss }: JobQueue, name: string): Promise<void> {
  for (const end of ['cancel', 'complete', 'fail'] as const) {
    await boss.send(name, {}, { retryLimit: 0 })
    const [job] = await boss.fetch(name)
    assert.ok(job !== undefined)
    await boss[end](name, job.id)
  }
  await boss.send(name, {})
}

/** Has pg-boss clear away what it may, after years in which nothing was done. */
async function clearAfterYears(db: Database, { boss, schema }: JobQueue): Promise<void> {
  const columns = ['created_on', 'start_after', 'keep_until', 'completed_on']
  const earlier = columns.map((column) => `${column} = ${column} - interval '5 years'`)
  await db.query(`UPDATE ${schema}.job SET ${earlier.join(', ')}`)
  await boss.supervise()
}

async function statesIn(db: Database, { schema }: JobQueue, name: string): Promise<unknown[]> {
  const rows = await db.query(`SELECT state::text AS word FROM ${schema}.job WHERE name = ? ORDER BY word`, [
    name,
  ])
  return rows.map(({ word }) => word)
}

onOwnPostgres(
  'jobs that wait are kept for years, and those that have ended for good, also ones of earlier versions',
  async ({ url }) => {
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    // What may be deleted is: `control`. The other queue is of a version that had jobs deleted as well.
    for (const name of ['control', 'survey/tokyo']) {
      await queue.boss.createQueue(name, {
        retentionSeconds: 90 * 86_400,
        deleteAfterSeconds: 30 * 86_400,
      })
      await addJobs(queue, name)
    }
    await createQueues(queue, 'tokyo')
    await addJobs(queue, 'replay/tokyo')
    // To a queue that was there before.
    await queue.boss.send('survey/tokyo', {})
    await clearAfterYears(db, queue)
    assert.deepEqual(await statesIn(db, queue, 'control'), [])
    assert.deepEqual(await statesIn(db, queue, 'replay/tokyo'), STATES)
    assert.deepEqual(await statesIn(db, queue, 'survey/tokyo'), [...STATES, 'created'].sort())
  },
)
