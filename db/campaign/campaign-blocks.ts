import type { Query } from '../connection/database.ts'

/** A round of some sites: all arms of each, one after the other, measured by one worker. */
interface CampaignBlock {
  readonly campaignId: number
  /** Counted from 0. */
  readonly round: number
  readonly sites: number[]
}

/** The pending samples of a campaign, cut into blocks in the order of its schedule. */
export async function cutBlocks(
  query: Query,
  campaignId: number,
  sitesPerBlock: number,
): Promise<CampaignBlock[]> {
  const rows = await query(
    `SELECT round, site FROM samples WHERE campaign_id = ? AND state = 'pending' AND role = 'sample'
     GROUP BY round, site ORDER BY min(place)`,
    [campaignId],
  )
  const blocks: { campaignId: number; round: number; sites: number[] }[] = []
  for (const { round, site } of rows) {
    const last = blocks.at(-1)
    if (last !== undefined && last.round === Number(round) && last.sites.length < sitesPerBlock)
      last.sites.push(Number(site))
    else blocks.push({ campaignId, round: Number(round), sites: [Number(site)] })
  }
  return blocks
}
