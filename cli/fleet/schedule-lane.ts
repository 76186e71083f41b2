import type { Database } from '../../db/connection/database.ts'
import { JOBS, SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import type { HeldJob } from '../../fleet/worker/held-job.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { type AddCampaignOptions, addCampaignFrom } from './jobs-add-campaign.ts'
import type { AddReplayOptions } from './jobs-add-replay.ts'
import { type AddSurveyOptions, addSurveyFrom } from './jobs-add-survey.ts'
import type { Fleet } from './open-fleet.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

/** Whether the database's user may make surveys: a worker with least rights may not. */
export async function mayAdd(db: Database): Promise<boolean> {
  const [row] = await db.query("SELECT has_table_privilege('surveys', 'INSERT') AS may")
  return row?.may === true
}

/** Adds what schedules say, each time once: in the transaction that ends the schedule's job. */
export function scheduleLane(fleet: Fleet, { cache, database }: WorkerCommandOptions): Lane {
  async function work(job: HeldJob): Promise<void> {
    const { adds, vantage, options } = JOBS.schedule.parse(job.data)
    const end = (query: Parameters<HeldJob['complete']>[0]): Promise<void> => job.complete(query, {})
    // What `jobs add` has read and checked before it was stored.
    const given = { ...options, cache, database }
    if (adds === 'survey')
      await addSurveyFrom(fleet, given as unknown as AddSurveyOptions, vantage, job.signal, end)
    else if (adds === 'campaign')
      await addCampaignFrom(fleet, given as unknown as AddCampaignOptions, vantage, end)
    else {
      // With the lab, which nothing else here needs.
      const { addReplayFrom } = await import('./jobs-add-replay.ts')
      await addReplayFrom(fleet, given as unknown as AddReplayOptions, vantage, end)
    }
  }
  return { queue: SCHEDULE_QUEUE, exclusive: false, work }
}
