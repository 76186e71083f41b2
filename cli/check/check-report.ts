import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import { campaignSizes } from '../../db/campaign/campaign-sizes.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { type MetricPoint, metricValues } from '../../db/campaign/sample-metrics.ts'
import { readSamples } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import type { Arm } from '../../model/arm.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { type ArmResult, campaignResults } from '../probe/campaign-results.ts'
import { type CheckFound, earlierChecks } from './check-history.ts'
import { type ShownLoad, shownLoad } from './shown-load.ts'

export interface CheckReport {
  readonly domain: string
  /** URL that was loaded. */
  readonly url: string
  readonly facts: SurveyedSite
  readonly campaign: CampaignRow
  /** Loads for which it is unfinished: the machine was busy. */
  readonly lackingLoads: number
  /** One for each protocol that the site speaks. */
  readonly arms: readonly ArmResult[]
  /** Protocols that were not compared, with the reason. */
  readonly leftOut: readonly { readonly arm: Arm; readonly reason: string }[]
  /** Page load times of valid loads, milliseconds. */
  readonly points: readonly Pick<MetricPoint, 'arm' | 'round' | 'value'>[]
  /** Loads that do not count. */
  readonly lost: readonly { readonly arm: Arm; readonly round: number; readonly reason: string }[]
  /** Says how loads that were begun failed, those before the first that counts included, each with its document's status. */
  readonly failures: readonly { readonly reason: string; readonly status: number | null }[]
  /** The median load of each protocol that has a valid one. */
  readonly loads: readonly ShownLoad[]
  /** Checks of this page before, the oldest first. */
  readonly earlier: readonly CheckFound[]
}

/** @throws Error for a campaign that is not of one surveyed site */
export async function readCheck(db: Database, campaign: CampaignRow): Promise<CheckReport> {
  const [site] = await campaignSites(db, campaign.id)
  const [facts] =
    campaign.surveyId === null ? [] : await Array.fromAsync(surveyedSites(db, campaign.surveyId))
  if (site === undefined || facts === undefined)
    throw new Error(`campaign ${campaign.id} has no surveyed site`)
  const arms = await campaignResults(db, campaign)
  const place = { campaignId: campaign.id, site: site.site }
  return {
    domain: site.domain,
    url: site.url,
    facts,
    campaign,
    lackingLoads: (await campaignSizes(db, campaign.id))[0]?.lackingLoads ?? 0,
    arms,
    ...(await lostLoads(db, place)),
    loads: (await Promise.all(arms.map(({ arm }) => shownLoad(db, place, arm)))).filter(
      (load) => load !== null,
    ),
    earlier: await earlierChecks(db, site.url, campaign.id),
    leftOut: campaign.arms.flatMap((arm) => {
      const reason = site.arms.leftOut[arm]
      return reason === undefined ? [] : [{ arm, reason }]
    }),
    points: await metricValues(db, campaign.id, 'plt_ms', { site: site.site }),
  }
}

async function lostLoads(
  db: Database,
  { campaignId, site }: { readonly campaignId: number; readonly site: number },
): Promise<Pick<CheckReport, 'failures' | 'lost'>> {
  const lost: CheckReport['lost'][number][] = []
  const failures: CheckReport['failures'][number][] = []
  for await (const sample of readSamples(db, campaignId, { site })) {
    const { arm, round, role, state, status, startedAt } = sample
    if (state !== 'invalid' && state !== 'failed') continue
    const reason = sample.reason ?? 'unknown'
    if (role === 'sample') lost.push({ arm, round, reason })
    if (startedAt !== null) failures.push({ reason, status })
  }
  return { lost, failures }
}
