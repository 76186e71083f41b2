import { type CampaignRow, campaignById, latestCampaign } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { defaultCampaign } from '../../server/defaults/default-campaign.ts'
import { COMMAND } from '../options/entry.ts'
import { findRecorded } from '../survey/find-recorded.ts'

export function findCampaign(db: Database, name: string): Promise<CampaignRow> {
  return findRecorded(db, name, {
    what: 'campaign',
    latest: latestCampaign,
    byId: campaignById,
    list: 'towline campaign list',
    make: `${COMMAND} crawl --sandbox`,
    opening: defaultCampaign,
  })
}
