import { checkById } from '../../db/checks/asked-checks.ts'
import { beginCheck } from '../../db/checks/check-leases.ts'
import { writeUnshown } from '../../db/connection/database.ts'
import { demandKnownSchema } from '../../db/connection/known-schema.ts'
import { CHECK_QUEUE, checkJob, createCheckQueue, enqueueCheck } from '../../fleet/checks/check-jobs.ts'
import { isWaiting } from '../../fleet/queue/is-waiting.ts'
import { demandKnownQueue } from '../../fleet/queue/open-queue.ts'
import { runWorker } from '../../fleet/worker/run-worker.ts'
import { openFleet } from '../fleet/open-fleet.ts'
import { CHECK_LEASE_MS, type OpenChecks, type WorkOptions, workOnCheck } from './work-on-check.ts'

/** Does checks as jobs of pg-boss, one at a time over all servers on this database, until it is disposed of. */
export async function openQueuedChecks(
  database: string,
  options: Omit<WorkOptions, 'db' | 'onRecorded' | 'signal'>,
  owner: string,
): Promise<OpenChecks> {
  await using resources = new AsyncDisposableStack()
  const { db, queue } = resources.use(await openFleet(database, 'serve', { supervise: true }))
  await createCheckQueue(queue)
  const stop = new AbortController()
  const running = runWorker({
    boss: queue.boss,
    lanes: [
      {
        queue: CHECK_QUEUE,
        exclusive: false,
        async work(job) {
          const { checkId } = checkJob.parse(job.data)
          const check = await beginCheck(db, owner, CHECK_LEASE_MS, options.now(), checkId)
          if (check !== null) {
            await workOnCheck(check, {
              ...{ ...options, db, signal: job.signal },
              onRecorded: (query) => job.complete(query, {}),
            })
            return
          }
          const found = await checkById(db, checkId)
          if (found !== null && found.finishedAt === null)
            throw new Error(
              `check ${checkId} cannot begin yet: the lease of one that was cut off has not run out`,
            )
          await writeUnshown(db, (query) => job.complete(query, {}))
        },
      },
    ],
    isWaiting: (name) => isWaiting(db, queue, name),
    async demandKnown() {
      await demandKnownSchema(db)
      await demandKnownQueue(db, queue)
    },
    drain: stop.signal,
    stop: stop.signal,
    warn: options.warn,
  }).catch((error: Error) => options.warn(error.message))
  const opened = resources.move()
  return {
    enqueue: (query, id) => enqueueCheck(queue, query, id),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      await opened.disposeAsync()
    },
  }
}
