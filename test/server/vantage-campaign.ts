import { leaveCampaign } from '../../db/campaign/campaign-leases.ts'
import type { NewCampaign } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { importLoads } from '../db/campaign/import-loads.ts'
import { heldCampaign, newCampaign, newSite, VALID } from '../db/campaign/probing.ts'

export interface VantageCampaign extends Partial<NewCampaign> {
  readonly domain: string
  /** How many times as long h1 takes as h2, a little more or less in each round. */
  readonly gain: number
}

/** Rounds, where it is not said: enough for an interval. */
export const ROUNDS = 8

/** Adds a finished campaign of one page; resolves to its number. */
export async function vantageCampaign(
  db: Database,
  { domain, gain, rounds = ROUNDS, ...changes }: VantageCampaign,
): Promise<number> {
  const planned = newCampaign({ rounds, sites: [newSite(domain)], ...changes })
  const lease = await heldCampaign(db, { ...planned, schedule: [] })
  await importLoads(db, lease.campaignId, planned.schedule, ({ arm, round }) => {
    const noise = 1 + 0.01 * ((round * 3) % 5)
    const value = arm === 'h1' ? 100 * gain * noise : 100 * (1 + 0.01 * (round % 3))
    return { result: VALID, metrics: [{ name: 'plt_ms', value, note: null }] }
  })
  await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z')
  return lease.campaignId
}
