import type { CampaignPage } from '../../db/campaign/campaign-pages.ts'
import type { SiteRow } from '../contract/contract.ts'
import type { SurveyedRow } from './surveyed-rows.ts'

export type ListedSite = Omit<
  SiteRow,
  'campaignVantage' | 'requests' | 'domains' | 'sizeBytes' | 'initialWindow' | 'gains'
>

/** One row a domain: those of the survey, each with its place in a campaign, and probed ones that it does not have. */
export function listedSites(surveyed: readonly SurveyedRow[], pages: readonly CampaignPage[]): ListedSite[] {
  const byDomain = new Map<string, CampaignPage>()
  // The first of several pages of a domain counts.
  for (const page of pages) if (!byDomain.has(page.domain)) byDomain.set(page.domain, page)
  const rows = surveyed.map((row): ListedSite => {
    const page = byDomain.get(row.domain)
    if (page === undefined) return row
    byDomain.delete(row.domain)
    return { ...row, campaignId: page.campaignId, site: page.site }
  })
  for (const { domain, rank, campaignId, site } of byDomain.values())
    rows.push({ domain, rank, rankMagnitude: null, surveyed: false, ...NOT_SURVEYED, campaignId, site })
  return rows
}

const NOT_SURVEYED = {
  reachable: null,
  http: null,
  h1: null,
  h2: null,
  h3: null,
  h3Claimed: null,
  cdn: null,
  server: null,
  rttMs: null,
}
