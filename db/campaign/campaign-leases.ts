import type { Database, Query } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'
import { forUpdate } from '../connection/for-update.ts'
import type { Dialect } from '../rows/table.ts'
import { spoiltLoads } from './sample-tallies.ts'

/**
 * Says who runs a campaign: one run at a time, for two would disturb each other's measurements. It is held until a moment on
 * the database's clock, and only its holder claims and records samples.
 */
export interface CampaignLease {
  readonly campaignId: number
  readonly owner: string
}

/** Says how a run of a campaign ended. `machine_busy`: nothing is pending, and loads are lacking since the machine was busy. */
export type CampaignEnd = 'finished' | 'stopped' | 'machine_busy'

/** Another run has taken the campaign over, since this one did not renew its lease in time. */
export class CampaignLost extends Error {
  override readonly name = 'CampaignLost'

  constructor({ campaignId }: CampaignLease) {
    super(`campaign ${campaignId} is no longer ours: another run has taken it over`)
  }
}

/**
 * Takes a campaign that is not finished and nobody holds: it is free, its holder is dead, or its lease has run out.
 * False where this is not so.
 */
export async function acquireCampaign(
  db: Database,
  lease: CampaignLease & { readonly leaseMs: number },
  isDead: (owner: string) => boolean,
): Promise<boolean> {
  const now = databaseNow(db.dialect)
  return db.write(async (query) => {
    const [row] = await query(
      `SELECT state, claimed_by, coalesce(lease_until < ${now}, true) AS expired FROM campaigns WHERE id = ?
       ${forUpdate(db.dialect)}`,
      [lease.campaignId],
    )
    if (row === undefined || row.state === 'finished') return false
    if (!row.expired && row.claimed_by !== lease.owner && !isDead(String(row.claimed_by))) return false
    await query(
      `UPDATE campaigns SET state = 'running', claimed_by = ?, lease_until = ${now} + ? WHERE id = ?`,
      [lease.owner, lease.leaseMs, lease.campaignId],
    )
    return true
  })
}

/** Extends the lease, also one that has run out and that nobody has taken. Rejects with `CampaignLost`. */
export async function renewCampaign(
  db: Database,
  lease: CampaignLease & { readonly leaseMs: number },
): Promise<void> {
  const renewed = await db.query(
    `UPDATE campaigns SET lease_until = ${databaseNow(db.dialect)} + ? WHERE id = ? AND claimed_by = ? RETURNING id`,
    [lease.leaseMs, lease.campaignId, lease.owner],
  )
  if (renewed.length === 0) throw new CampaignLost(lease)
}

/**
 * Gives the campaign back: finished where no sample of it is pending and none is lacking since the machine was busy, else
 * stopped; resolves to which of them.
 * `finishedAt` is wall time, ISO 8601. Rejects with `CampaignLost`.
 */
export async function leaveCampaign(
  db: Database,
  lease: CampaignLease,
  finishedAt: string,
): Promise<CampaignEnd> {
  return db.write(async (query) => {
    await holdCampaign(query, db.dialect, lease)
    const [pending] = await query(
      "SELECT 1 AS one FROM samples WHERE campaign_id = ? AND state = 'pending' LIMIT 1",
      [lease.campaignId],
    )
    const end = pending !== undefined ? 'stopped' : await endOf(query, lease.campaignId)
    const state = end === 'finished' ? end : 'stopped'
    await query(
      'UPDATE campaigns SET state = ?, finished_at = ?, claimed_by = NULL, lease_until = NULL WHERE id = ?',
      [state, state === 'finished' ? finishedAt : null, lease.campaignId],
    )
    return end
  })
}

async function endOf(query: Query, campaignId: number): Promise<CampaignEnd> {
  return (await spoiltLoads(query, campaignId)) === 0 ? 'finished' : 'machine_busy'
}

/** Makes sure, to the end of the transaction, that the owner holds the campaign. Rejects with `CampaignLost`. */
export async function holdCampaign(query: Query, dialect: Dialect, lease: CampaignLease): Promise<void> {
  const held = await query(`SELECT id FROM campaigns WHERE id = ? AND claimed_by = ? ${forUpdate(dialect)}`, [
    lease.campaignId,
    lease.owner,
  ])
  if (held.length === 0) throw new CampaignLost(lease)
}

/**
 * Lets nobody else record samples of the campaign, or change what is summed up of them, to the end of the transaction.
 * For those who change recorded samples and do not hold the campaign.
 */
export async function holdRecorder(query: Query, dialect: Dialect, campaignId: number): Promise<void> {
  if (dialect === 'postgres') await query('SELECT id FROM campaigns WHERE id = ? FOR UPDATE', [campaignId])
}
