import type { Database } from '../../../db/connection/database.ts'
import type { Arm } from '../../../model/arm.ts'
import type { MetricName } from '../../../model/metrics.ts'
import { importLoads } from '../../db/campaign/import-loads.ts'
import { heldCampaign, newCampaign, newSite, VALID } from '../../db/campaign/probing.ts'

/** A site and what each of its valid samples measured under each arm; null: the sample failed. */
export interface ComposedSite {
  readonly domain: string
  readonly rank: number | null
  readonly measured: Readonly<Partial<Record<Arm, Partial<Record<MetricName, number>> | null>>>
}

/** A campaign of two rounds of these sites, whose second samples have one more of whatever is counted; resolves to its id. */
export async function writeComposedCampaign(
  db: Database,
  { surveyId = null, sites }: { readonly surveyId?: number | null; readonly sites: readonly ComposedSite[] },
): Promise<number> {
  const arms: Arm[] = ['h1', 'h2']
  const planned = newCampaign({
    ...{ surveyId, arms, rounds: 2 },
    sites: sites.map(({ domain, rank }) => newSite(domain, { rank, arms: { applied: arms, leftOut: {} } })),
  })
  const { campaignId } = await heldCampaign(db, { ...planned, schedule: [] })
  await importLoads(db, campaignId, planned.schedule, ({ site, arm, round }) => {
    const measured = sites[site]?.measured[arm] ?? null
    return {
      result:
        measured === null
          ? { ...VALID, verdict: { state: 'failed', failure: 'page_timeout', detail: null } }
          : VALID,
      metrics: Object.entries(measured ?? {}).map(([name, value]) => ({
        ...{ name, value: name.startsWith('share_') ? value : value + round, note: null },
      })),
    }
  })
  return campaignId
}
