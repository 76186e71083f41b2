import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'

/** Valid samples of an arm by site, of the sites that are named; sites without any are left out. */
export async function validSamples(
  db: Database,
  {
    campaignId,
    arm,
    sites,
  }: { readonly campaignId: number; readonly arm: Arm; readonly sites: readonly number[] },
): Promise<Map<number, number>> {
  if (sites.length === 0) return new Map()
  const rows = await db.query(
    `SELECT site, samples FROM sample_tallies WHERE campaign_id = ? AND arm = ? AND state = 'valid'
       AND site IN (${sites.map(() => '?').join(', ')})`,
    [campaignId, arm, ...sites],
  )
  return new Map(rows.map((row) => [Number(row.site), Number(row.samples)]))
}
