import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { metricValues } from '../../db/campaign/sample-metrics.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import type { Database } from '../../db/connection/database.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { baselineOf } from './baseline.ts'

/** A page none of whose loads counts after so many rounds will have none. */
const HOPELESS_ROUNDS = 2

/** Reasons that say nothing of the page. */
export const OF_THIS_MACHINE: ReadonlySet<string | null> = new Set(['machine_busy', 'browser_not_started'])

/**
 * Says of a campaign with spare rounds for lost loads whether each arm has so many rounds with a valid load of it and of the
 * baseline. Only validity is looked at, not a value, so that the stop favours no arm. An arm none of whose loads were valid by
 * then will have none: it is not waited for.
 */
export async function hasEnoughRounds(
  db: Database,
  campaign: Pick<CampaignRow, 'id'>,
  enough: number,
  { site, arms: { applied } }: Pick<CampaignSite, 'arms' | 'site'>,
): Promise<boolean> {
  const tallies = await sampleTallies(db, campaign.id, site)
  const taken = applied.map((arm) =>
    tallies.filter((tally) => tally.arm === arm).reduce((sum, { samples }) => sum + samples, 0),
  )
  const alive = applied.filter((arm) => tallies.some((tally) => tally.arm === arm && tally.state === 'valid'))
  const isOfPage = !tallies.some(({ reason }) => OF_THIS_MACHINE.has(reason))
  const wanted = alive.length === 0 && isOfPage ? Math.min(HOPELESS_ROUNDS, enough) : enough
  if (taken.some((samples) => samples < wanted)) return false
  const points = await metricValues(db, campaign.id, 'plt_ms', { site })
  const pointsOf = (arm: string) => points.filter((point) => point.arm === arm)
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
