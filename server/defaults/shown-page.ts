import type { SettledPage } from '../../db/campaign/campaign-pages.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { requireFound } from '../http/problem.ts'
import { defaultCampaign } from './default-campaign.ts'

/**
 * Says which of a site's pages is shown: that of the campaign asked for, null where this one has none; where none is asked for,
 * that of the campaign that pages open with, else of the newest live one, else of a lab run.
 *
 * @param pages newest first
 * @throws Problem `not_found` where there is no such campaign
 */
export async function shownPage(
  db: Database,
  pages: readonly SettledPage[],
  campaign: number | undefined,
): Promise<SettledPage | null> {
  const ofCampaign = (id: number | null) => pages.find(({ campaignId }) => campaignId === id)
  if (campaign !== undefined) {
    requireFound(await campaignById(db, campaign), 'campaign')
    return ofCampaign(campaign) ?? null
  }
  const { id } = await defaultCampaign(db)
  return ofCampaign(id) ?? pages.find(({ labRunId }) => labRunId === null) ?? pages[0] ?? null
}
