import { pagesByCampaign } from '../../db/campaign/campaign-pages.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import type { CompositionMetric } from '../../model/composition-metrics.ts'
import type { CompositionCdf } from '../contract/contract.ts'
import { orderArms } from './place.ts'
import { siteCurve } from './site-curve.ts'
import { siteMedians } from './site-medians.ts'

/** The distribution of a metric over the sites of a campaign, under each arm: each site counts once, by its median. */
export async function readCompositionCdf(
  db: Database,
  campaign: Pick<CampaignRow, 'id' | 'vantage' | 'arms'>,
  metric: CompositionMetric,
): Promise<CompositionCdf> {
  const pages = await pagesByCampaign(db, campaign.id)
  const sites = pages.map(({ site }) => site)
  const medians = [...(await siteMedians(db, campaign.id, [metric], sites)).values()]
  const arms = orderArms(campaign.arms).map((arm) => {
    const values = medians.flatMap((bySite) => bySite.get(metric)?.[arm] ?? [])
    return { arm, ...siteCurve(values, sites.length) }
  })
  return { campaignId: campaign.id, vantage: campaign.vantage, metric, sites: sites.length, arms }
}
