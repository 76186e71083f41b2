import type { Database } from '../connection/database.ts'

/** Says who serves a site, as the survey of its campaign found out; null: unknown, or no known CDN. */
export interface SiteServer {
  readonly server: string | null
  readonly cdn: string | null
}

/** Maps a campaign's sites; those that its survey does not have are left out, all of them where it has no survey. */
export async function siteServers(db: Database, campaignId: number): Promise<Map<number, SiteServer>> {
  const rows = await db.query(
    `SELECT pages.site, surveyed.server, surveyed.cdn FROM campaign_sites AS pages
     JOIN campaigns ON campaigns.id = pages.campaign_id
     JOIN survey_sites AS surveyed ON surveyed.survey_id = campaigns.survey_id AND surveyed.domain = pages.domain
     WHERE pages.campaign_id = ? AND surveyed.state = 'done'`,
    [campaignId],
  )
  return new Map(
    rows.map(({ site, server, cdn }) => [
      Number(site),
      { server: server === null ? null : String(server), cdn: cdn === null ? null : String(cdn) },
    ]),
  )
}
