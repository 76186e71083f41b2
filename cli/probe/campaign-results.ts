import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { repeatedLoads } from '../../db/campaign/repeated-loads.ts'
import { type MetricPoint, metricValues } from '../../db/campaign/sample-metrics.ts'
import { type SampleTally, sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm } from '../../model/arm.ts'
import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { median } from '../../stats/median.ts'
import { baselineOf } from './baseline.ts'

type LeftOut = Pick<SampleTally, 'reason' | 'samples'>

export interface ArmResult {
  readonly site: string
  readonly arm: Arm
  readonly valid: number
  readonly invalid: number
  readonly failed: number
  readonly pending: number
  /** Rounds of it that were taken again, since the machine was busy; what they replace is in no other count. */
  readonly repeated: number
  /** The invalid and failed ones by reason. */
  readonly leftOut: readonly LeftOut[]
  readonly pltMs: number | null
  readonly towMs: number | null
  /** Is null for the baseline itself. */
  readonly comparison: ArmComparison | null
}

export async function campaignResults(db: Database, campaign: CampaignRow): Promise<ArmResult[]> {
  const sites = await campaignSites(db, campaign.id)
  const counts = await sampleCounts(db, campaign.id)
  const tallies = await sampleTallies(db, campaign.id)
  const repeats = await repeatedLoads(db, campaign.id)
  const plt = await metricValues(db, campaign.id, 'plt_ms')
  const tow = await metricValues(db, campaign.id, 'tow_setup_ms')
  return sites.flatMap(({ site, domain, arms: { applied } }) => {
    const baseline = baselineOf(applied)
    const valuesOf = (points: readonly MetricPoint[], arm: Arm): MetricPoint[] =>
      points.filter((point) => point.site === site && point.arm === arm)
    return applied.map((arm): ArmResult => {
      const count = (state: string): number =>
        counts.find((each) => each.site === site && each.arm === arm && each.state === state)?.samples ?? 0
      return {
        site: domain,
        arm,
        valid: count('valid'),
        invalid: count('invalid'),
        failed: count('failed'),
        pending: count('pending'),
        repeated: repeats.find((each) => each.site === site && each.arm === arm)?.samples ?? 0,
        leftOut: tallies
          .filter((tally) => tally.site === site && tally.arm === arm && tally.state !== 'valid')
          .map(({ reason, samples }) => ({ reason, samples })),
        pltMs: median(valuesOf(plt, arm).map(({ value }) => value)) ?? null,
        towMs: median(valuesOf(tow, arm).map(({ value }) => value)) ?? null,
        comparison:
          baseline === null || arm === baseline
            ? null
            : compareArms({
                pairs: pairRounds(valuesOf(plt, baseline), valuesOf(plt, arm)).pairs,
                seed: campaign.seed,
                sequentialRounds: sequentialRounds(campaign),
              }),
      }
    })
  })
}
