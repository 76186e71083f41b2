import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import type { ClaimedSample } from './sample-claims.ts'

/** The valid samples of the same round of the same site, this one left out. */
export async function validSamplesOfRound(
  db: Database,
  campaignId: number,
  { id, site, round }: Pick<ClaimedSample, 'id' | 'site' | 'round'>,
): Promise<{ readonly id: number; readonly arm: Arm }[]> {
  const rows = await db.query(
    `SELECT id, arm FROM samples WHERE campaign_id = ? AND site = ? AND round = ? AND role = 'sample'
       AND state = 'valid' AND id <> ? ORDER BY id`,
    [campaignId, site, round, id],
  )
  return rows.map((row) => ({ id: Number(row.id), arm: row.arm as Arm }))
}
