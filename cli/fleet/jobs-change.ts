import type { Command } from 'commander'
import type { JobRow, JobSelector } from '../../fleet/queue/job-groups.ts'
import type { Affected } from '../../fleet/worker/held-job.ts'
import { countText } from '../output/text.ts'
import { foundJobs, selectingCommand, withJobs } from './with-jobs.ts'

export function jobsCancelCommand(): Command {
  return selectingCommand('cancel').action((selector: JobSelector, options: { readonly database: string }) =>
    withJobs(options, 'jobs cancel', async ({ db, queue }) => {
      const jobs = (await foundJobs(db, queue, selector)).filter(({ state }) =>
        ['waiting', 'retry', 'active'].includes(state),
      )
      const cancelled = await change(jobs, (name, ids) => queue.boss.cancel(name, ids))
      console.log(`${countText(cancelled, 'job')} cancelled`)
    }),
  )
}

export function jobsRetryCommand(): Command {
  return selectingCommand('retry').action((selector: JobSelector, options: { readonly database: string }) =>
    withJobs(options, 'jobs retry', async ({ db, queue }) => {
      const jobs = await foundJobs(db, queue, selector)
      const failed = jobs.filter(({ state }) => state === 'failed')
      const cancelled = jobs.filter(({ state }) => state === 'cancelled')
      const retried = await change(failed, (name, ids) => queue.boss.retry(name, ids))
      const resumed = await change(cancelled, (name, ids) => queue.boss.resume(name, ids))
      console.log(`${countText(retried + resumed, 'job')} waiting again`)
    }),
  )
}

/** Resolves to how many were changed: workers go on meanwhile, and some may have ended since they were looked for. */
async function change(
  jobs: readonly JobRow[],
  apply: (queue: string, ids: string[]) => Promise<Affected>,
): Promise<number> {
  let changed = 0
  for (const [name, members] of Map.groupBy(jobs, ({ queue }) => queue)) {
    const { affected = 0 } = await apply(
      name,
      members.map(({ id }) => id),
    )
    changed += affected
  }
  return changed
}
