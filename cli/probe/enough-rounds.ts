import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { metricValues } from '../../db/campaign/sample-metrics.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { baselineOf } from './baseline.ts'

/**
 * Of a campaign that has spare rounds for lost loads: whether each arm has so many rounds with a valid load of it and of the
 * baseline. Only validity is looked at, not a value, so that the stop favours no arm. An arm none of whose loads were valid by
 * then will have none: it is not waited for.
 */
export async function hasEnoughRounds(
  db: Database,
  campaign: Pick<CampaignRow, 'id'>,
  enough: number,
  { site, arms: { applied } }: Pick<CampaignSite, 'arms' | 'site'>,
): Promise<boolean> {
  const counts = (await sampleCounts(db, campaign.id)).filter((each) => each.site === site)
  const samplesOf = (arm: string, isWanted: (state: string) => boolean): number =>
    counts
      .filter((each) => each.arm === arm && isWanted(each.state))
      .reduce((sum, { samples }) => sum + samples, 0)
  if (applied.some((arm) => samplesOf(arm, (state) => state !== 'pending') < enough)) return false
  const points = await metricValues(db, campaign.id, 'plt_ms', { site })
  const pointsOf = (arm: string) => points.filter((point) => point.arm === arm)
  const alive = applied.filter((arm) => samplesOf(arm, (state) => state === 'valid') > 0)
  const baseline = baselineOf(applied)
  if (baseline === null || !alive.includes(baseline)) return true
  return alive.every((arm) => pairRounds(pointsOf(baseline), pointsOf(arm)).pairs.length >= enough)
}

/** Loads of a campaign that are only taken where others are lost. */
export async function spareLoads(
  db: Database,
  campaign: Pick<CampaignRow, 'id' | 'rounds'>,
  enough: number | undefined,
): Promise<number> {
  if (enough === undefined) return 0
  const sites = await campaignSites(db, campaign.id)
  return sites.reduce((sum, { arms }) => sum + arms.applied.length * (campaign.rounds - enough), 0)
}
