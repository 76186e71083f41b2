import assert from 'node:assert/strict'
import type { JobWithMetadata } from 'pg-boss'
import { openDatabase } from '../../db/connection/open.ts'
import { countedTurn, deadlySites } from '../../fleet/campaign/site-deaths.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { JOBS, queueName } from '../../fleet/queue/job.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'

const QUEUE = queueName('campaign', 'here')

onOwnPostgres(
  'a worker that dies in a turn at a site is counted in the job, from the third attempt on',
  async ({ url }) => {
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    await createQueues(queue, 'here')
    await queue.boss.updateQueue(QUEUE, { retryDelay: 0, retryBackoff: false })
    await queue.boss.insert(QUEUE, [{ data: { campaignId: 1, round: 0, sites: [7, 8] } }])

    const deathsOf = (data: unknown) => JOBS.campaign.parse(data).deaths ?? {}
    const stored = async () => {
      const [row] = await db.query(`SELECT data FROM ${queue.schema}.job`)
      return deathsOf(row?.data)
    }
    let isOver = false
    const turn = (job: JobWithMetadata<object>) => {
      const plain = {
        async [Symbol.asyncDispose]() {
          isOver = true
        },
      }
      const held = { id: job.id, queue: QUEUE, attempt: job.retryCount }
      return countedTurn(8, plain, { db, queue, job: held, deaths: deathsOf(job.data) })
    }
    const attempt = async (): Promise<JobWithMetadata<object>> => {
      const [job] = await queue.boss.fetch<object>(QUEUE, { includeMetadata: true })
      assert.ok(job !== undefined)
      return job
    }
    const end = ({ id, retryCount }: JobWithMetadata<object>) => queue.boss.fail(QUEUE, { id, retryCount })

    for (let n = 0; n < 2; n += 1) {
      const job = await attempt()
      await turn(job)
      assert.deepEqual(await stored(), {})
      await end(job)
    }
    const third = await attempt()
    {
      await using _turn = await turn(third)
      assert.deepEqual(await stored(), { 8: 1 })
    }
    // It has survived.
    assert.deepEqual([isOver, await stored()], [true, {}])
    await turn(third)
    await end(third)
    const fourth = await attempt()
    assert.deepEqual(deadlySites(deathsOf(fourth.data)), [])
    await turn(fourth)
    await end(fourth)
    const fifth = await attempt()
    assert.deepEqual(deadlySites(deathsOf(fifth.data)), [8])
    // A worker that has lost its job counts nothing.
    await turn(fourth)
    assert.deepEqual(await stored(), { 8: 2 })
  },
)
