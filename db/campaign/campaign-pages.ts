import type { Database } from '../connection/database.ts'
import { asJson, asNumber, asText, asWord, orNull, type RecordOf, recordReader } from '../rows/record.ts'
import { type SiteState, siteArms } from './campaign-sites.ts'

/** A site of a campaign: the page of a domain that its samples are loads of. */
const PAGE = {
  campaignId: asNumber,
  /** That its campaign was made from; null: not stated. */
  vantage: orNull(asText),
  site: asNumber,
  domain: asText,
  url: asText,
  rank: orNull(asNumber),
  /** Is null for a live campaign. */
  labRunId: orNull(asNumber),
}

export type CampaignPage = RecordOf<typeof PAGE>

const readPage = recordReader(PAGE)

const SELECT = `SELECT pages.campaign_id, pages.site, pages.domain, pages.url, pages.rank, pages.state, pages.state_detail, pages.arms,
    campaigns.vantage,
    (SELECT lab_run_id FROM lab_cells WHERE lab_cells.campaign_id = pages.campaign_id LIMIT 1) AS lab_run_id
  FROM campaign_sites AS pages JOIN campaigns ON campaigns.id = pages.campaign_id`

const readSettledPage = recordReader({
  ...PAGE,
  state: asWord<SiteState>(),
  stateDetail: orNull(asText),
  arms: asJson(siteArms),
})

export type SettledPage = ReturnType<typeof readSettledPage>

/** Every page of a domain, newest campaign first. */
export async function pagesByDomain(db: Database, domain: string): Promise<SettledPage[]> {
  const rows = await db.query(
    `${SELECT} WHERE pages.domain = ? ORDER BY pages.campaign_id DESC, pages.site`,
    [domain],
  )
  return rows.map(readSettledPage)
}

/** The sites of a campaign in their order. */
export async function pagesByCampaign(db: Database, campaignId: number): Promise<CampaignPage[]> {
  const rows = await db.query(`${SELECT} WHERE pages.campaign_id = ? ORDER BY pages.site`, [campaignId])
  return rows.map(readPage)
}

/** A site of a campaign; null where there is none. */
export async function campaignPage(
  db: Database,
  campaignId: number,
  site: number,
): Promise<CampaignPage | null> {
  const [row] = await db.query(`${SELECT} WHERE pages.campaign_id = ? AND pages.site = ?`, [campaignId, site])
  return row === undefined ? null : readPage(row)
}

/**
 * Finds for each domain its page in the live campaign `before` all others, else in the newest that has it; of several pages
 * there the first.
 */
export async function livePages(db: Database, before: number | null): Promise<CampaignPage[]> {
  const rows = await db.query(
    `SELECT campaign_id, campaigns.vantage, site, domain, url, rank, NULL AS lab_run_id
     FROM campaign_sites JOIN campaigns ON campaigns.id = campaign_id
     WHERE campaign_id NOT IN (SELECT campaign_id FROM lab_cells WHERE campaign_id IS NOT NULL)
     ORDER BY campaign_id = ? DESC, campaign_id DESC, site`,
    [before ?? 0],
  )
  // No index is by domain: the database would go through all sites for each of them.
  const shown = new Map<string, CampaignPage>()
  for (const row of rows) if (!shown.has(String(row.domain))) shown.set(String(row.domain), readPage(row))
  return [...shown.values()]
}
