import {
  acquireCampaign,
  type CampaignEnd,
  type CampaignLease,
  leaveCampaign,
  renewCampaign,
} from '../../../db/campaign/campaign-leases.ts'
import type { Database } from '../../../db/connection/database.ts'
import { isDead } from '../../process/run-owner.ts'

/** A campaign's default: so long after its run has died without a trace another may take it. */
export const CAMPAIGN_LEASE_MS = 60_000

export class CampaignHeld extends Error {
  override readonly name = 'CampaignHeld'
}

/** A campaign that its owner has taken. Its lease is renewed until it is left, or this is disposed of. */
export interface HeldCampaign extends Disposable {
  /** Aborted where another run has taken it over, or the lease could not be renewed; the reason says which. */
  readonly lost: AbortSignal
  /** Gives it back; `finishedAt` is wall time, ISO 8601. Rejects where it was lost. */
  leave(finishedAt: string): Promise<CampaignEnd>
}

/** Takes a campaign. Rejects with `CampaignHeld`. */
export async function takeCampaign(
  db: Database,
  lease: CampaignLease & { readonly leaseMs: number },
): Promise<HeldCampaign> {
  if (!(await acquireCampaign(db, lease, isDead)))
    throw new CampaignHeld(`campaign ${lease.campaignId} is being run by another process, or is finished`)
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewCampaign(db, lease).catch((error: unknown) => lost.abort(error))
  }, lease.leaseMs / 3)
  // No process lives on for a lease alone.
  renewal.unref()
  const stopRenewing = (): void => clearInterval(renewal)
  return {
    lost: lost.signal,
    async leave(finishedAt) {
      stopRenewing()
      lost.signal.throwIfAborted()
      return await leaveCampaign(db, lease, finishedAt)
    },
    [Symbol.dispose]: stopRenewing,
  }
}
