import { type CampaignRow, campaignById, latestCampaign } from '../db/campaigns.ts'
import type { Database } from '../db/database.ts'
import { findRecorded } from './find-recorded.ts'

/** The campaign that `7` or `latest` names. */
export function findCampaign(db: Database, name: string): Promise<CampaignRow> {
  return findRecorded(db, name, {
    what: 'campaign',
    latest: latestCampaign,
    byId: campaignById,
    list: 'towline campaign list',
    make: 'npm run crawl -- --sandbox',
  })
}
