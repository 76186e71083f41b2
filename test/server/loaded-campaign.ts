import { leaveCampaign } from '../../db/campaign/campaign-leases.ts'
import type { NewCampaign } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { claimed, heldCampaign, newSite, record, VALID } from '../db/campaign/probing.ts'

export interface LoadedCampaign extends Partial<Omit<NewCampaign, 'sites'>> {
  readonly domains: readonly string[]
  /** Loads that count; the machine was busy during the others. Default: all. */
  readonly counts?: (load: { readonly site: number; readonly arm: string; readonly round: number }) => boolean
}

const BUSY = { ...VALID, verdict: { state: 'invalid', reason: 'machine_busy', detail: null } } as const

/** Adds a finished campaign of these pages; each arm is a tenth faster than the one before. Resolves to its number. */
export async function loadedCampaign(
  db: Database,
  { domains, counts = () => true, arms = ['h1', 'h2'], rounds = 6, ...changes }: LoadedCampaign,
): Promise<number> {
  const sites = domains.map((domain) => newSite(domain, { arms: { applied: [...arms], leftOut: {} } }))
  // Loads that do not count are left out, as where the bound is used up.
  const lease = await heldCampaign(db, { repeatBound: 0, ...changes, arms, rounds, sites })
  for (let left = domains.length * arms.length * rounds; left > 0; left -= 1) {
    const sample = await claimed(db, lease)
    const value = (1_000 + 10 * sample.site + sample.round) * (1 - 0.1 * ARM_NAMES.indexOf(sample.arm))
    if (counts(sample)) await record(db, lease, { sample, metrics: [{ name: 'plt_ms', value, note: null }] })
    else await record(db, lease, { sample, result: BUSY })
  }
  await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z')
  return lease.campaignId
}
