import { type Visit, visitsOf } from '../../db/survey/visits.ts'
import { adopts } from '../../stats/survey/adoption-rows.ts'
import { campaignGain, comparedPages, livePages } from '../campaign/campaign-gains.ts'
import type { Request, SiteHistory } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'

/** Newest surveys of a site. */
const MOST_SURVEYS = 50

/** Answers what arms gained at a site in each live campaign, and what surveys found of it. */
export async function siteHistory(
  { db, comparisons }: Pick<Context, 'db' | 'comparisons'>,
  { params, query }: Request<'siteHistory'>,
): Promise<Reply<'siteHistory'>> {
  const { domain } = params
  const { metric, baseline } = query
  const { shown, pages } = await livePages(db, domain, query.campaign)
  const compared = await comparedPages(comparisons, pages.toReversed(), { metric, baseline })
  const rows = [...compared].flatMap(([arm, found]) =>
    found.map((one) => ({ ...campaignGain(arm, one), sameConditions: one.conditions === shown?.conditions })),
  )
  const pending = rows.some((row) => row.pending)
  const surveys = (await visitsOf(db, domain)).slice(0, MOST_SURVEYS).reverse().map(surveyAnswer)
  return { answer: { domain, metric, baseline, rows, surveys, pending }, pending }
}

function surveyAnswer({ surveyId, visitedAt, vantage, site }: Visit): SiteHistory['surveys'][number] {
  const { reachable, h2, h3 } = site
  return { surveyId, visitedAt, vantage, reachable, h2, h3, h3Claimed: adopts('h3Claimed', site) }
}
