import { ARM_NAMES } from '../../../model/arm.ts'
import type { MetricName } from '../../../model/metrics.ts'
import type { Arm, SiteDetail } from '../../../server/contract/contract.ts'
import { type Source, siteCampaignSource } from '../../citation/source.ts'
import { choiceOf } from '../../client/address.ts'
import { metricOf } from '../controls/comparison-selects.ts'

export interface ProbedSite {
  readonly domain: string
  readonly source: Source
  readonly campaignId: number
  readonly path: `/campaigns/${number}/sites/${number}`
  readonly arms: readonly Arm[]
  readonly counts: readonly { arm: Arm; valid: number; invalid: number; failed: number }[]
  readonly metric: MetricName
  readonly baseline: Arm
}

/** Reads what the query chooses of a site in a campaign. */
export function probedSite(
  query: URLSearchParams,
  domain: string,
  campaign: SiteDetail['campaigns'][number],
): ProbedSite {
  const { campaignId, site, arms: loaded, counts } = campaign
  const arms = ARM_NAMES.filter((arm) => loaded.includes(arm))
  return {
    domain,
    source: siteCampaignSource(campaign),
    campaignId,
    path: `/campaigns/${campaignId}/sites/${site}`,
    arms,
    counts,
    metric: metricOf(query),
    baseline: choiceOf(query, 'baseline', arms, arms.includes('h1') ? 'h1' : (arms[0] ?? 'h1')),
  }
}
