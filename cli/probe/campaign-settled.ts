import type { CampaignSite } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { metricValues } from '../../db/campaign/sample-metrics.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm } from '../../model/arm.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { baselineOf } from './baseline.ts'

/**
 * Whether every arm's gain is known within this share of itself, by an interval that holds at every look
 * (`sequentialBound`). The rule is stored with the campaign, so that later reports use the same interval.
 */
export async function isSettled(
  db: Database,
  campaign: CampaignRow,
  within: number | null,
  { site, arms: { applied } }: CampaignSite,
): Promise<boolean> {
  const baseline = baselineOf(applied)
  if (within === null || baseline === null || applied.length < 2) return false
  const points = await metricValues(db, campaign.id, 'plt_ms', { site })
  const pointsOf = (arm: Arm) => points.filter((point) => point.arm === arm)
  return applied
    .filter((arm) => arm !== baseline)
    .every((arm) => {
      const { pairs } = pairRounds(pointsOf(baseline), pointsOf(arm))
      const { gain, gainInterval } = compareArms({
        pairs,
        seed: campaign.seed,
        sequentialRounds: sequentialRounds(campaign),
      })
      if (gain === null || gainInterval === null) return false
      return gainInterval[0] >= gain * (1 - within) && gainInterval[1] <= gain * (1 + within)
    })
}
