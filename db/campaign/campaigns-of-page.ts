import type { Database } from '../connection/database.ts'
import { type CampaignRow, campaignById } from './campaigns.ts'

/** Finished campaigns of one page alone before another, the oldest first: at most so many of the newest. */
export async function campaignsOfPage(
  db: Database,
  page: { readonly url: string; readonly beforeId: number; readonly most: number },
): Promise<CampaignRow[]> {
  const rows = await db.query(
    `SELECT campaigns.id FROM campaigns JOIN campaign_sites ON campaign_sites.campaign_id = campaigns.id
     WHERE url = ? AND campaigns.id < ? AND campaigns.state = 'finished'
       AND (SELECT count(*) FROM campaign_sites AS others WHERE others.campaign_id = campaigns.id) = 1
     ORDER BY campaigns.id DESC LIMIT ?`,
    [page.url, page.beforeId, page.most],
  )
  const found: CampaignRow[] = []
  for (const { id } of rows.reverse()) {
    const campaign = await campaignById(db, Number(id))
    if (campaign !== null) found.push(campaign)
  }
  return found
}
