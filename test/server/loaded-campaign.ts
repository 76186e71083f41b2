import assert from 'node:assert/strict'
import { leaveCampaign } from '../../db/campaign/campaign-leases.ts'
import type { NewCampaign } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { importLoads } from '../db/campaign/import-loads.ts'
import { heldCampaign, newCampaign, newSite, VALID } from '../db/campaign/probing.ts'

export interface LoadedCampaign extends Partial<Omit<NewCampaign, 'sites'>> {
  readonly domains: readonly string[]
  /** Loads that count; the machine was busy during the others. Default: all. */
  readonly counts?: (load: { readonly site: number; readonly arm: string; readonly round: number }) => boolean
  /** Page load time as a share of the first arm's. Default: each arm is a tenth faster than the one before. */
  readonly share?: (load: { readonly site: number; readonly arm: string }) => number
}

const BUSY = { ...VALID, verdict: { state: 'invalid', reason: 'machine_busy', detail: null } } as const

/** Adds a finished campaign of these pages; resolves to its number. */
export async function loadedCampaign(
  db: Database,
  {
    domains,
    counts = () => true,
    share = ({ arm }) => 1 - 0.1 * ARM_NAMES.indexOf(arm as Arm),
    arms = ['h1', 'h2'],
    rounds = 6,
    ...changes
  }: LoadedCampaign,
): Promise<number> {
  const sites = domains.map((domain) => newSite(domain, { arms: { applied: [...arms], leftOut: {} } }))
  // Loads that do not count are left out, as where the bound is used up.
  const planned = newCampaign({ repeatBound: 0, ...changes, arms, rounds, sites })
  const lease = await heldCampaign(db, { ...planned, schedule: [] })
  await importLoads(db, lease.campaignId, planned.schedule, (load) => {
    const value = (1_000 + 10 * load.site + load.round) * share(load)
    const metrics = [{ name: 'plt_ms', value, note: null }]
    return counts(load) ? { result: VALID, metrics } : { result: BUSY, metrics: [] }
  })
  assert.equal(await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z'), 'finished')
  return lease.campaignId
}
