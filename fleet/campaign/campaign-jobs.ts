import type { PgBoss } from 'pg-boss'
import { cutBlocks } from '../../db/campaign/campaign-blocks.ts'
import type { Query } from '../../db/connection/database.ts'
import { BLOCKS_PER_PRIORITY, blockPriority, type JobData, queueName } from '../queue/job.ts'
import { inTransaction } from '../queue/open-queue.ts'

interface CampaignJobsOptions {
  readonly boss: PgBoss
  readonly vantage: string
  readonly sitesPerJob: number
  /** Higher comes first. 0 to 1,000. */
  readonly priority: number
}

/** Makes the jobs of a campaign, as part of the transaction that makes the campaign. Resolves to how many. */
export async function addCampaignJobs(
  query: Query,
  campaignId: number,
  { boss, vantage, sitesPerJob, priority }: CampaignJobsOptions,
): Promise<number> {
  const blocks: JobData<'campaign'>[] = await cutBlocks(query, campaignId, sitesPerJob)
  if (blocks.length > BLOCKS_PER_PRIORITY)
    throw new RangeError(`a campaign has at most ${BLOCKS_PER_PRIORITY} blocks, not ${blocks.length}`)
  const jobs = blocks.map((data, index) => ({
    data,
    priority: blockPriority(priority, index),
    singletonKey: `campaign-${campaignId}`,
  }))
  await boss.insert(queueName('campaign', vantage), jobs, { db: inTransaction(query) })
  return jobs.length
}
