import { type Database, writeUnshown } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'

/**
 * Deletes all that these pseudonyms contributed (safety.md P7), in one transaction, and their part in published curves; the
 * cells that lose somebody by it are noted, to be made anew. Their keys stay, and lead nowhere: what is still under way
 * to be sent again does not come back. Resolves to the number of rows deleted.
 */
export async function forgetContributors(db: Database, cidHashes: readonly string[]): Promise<number> {
  const gone = `cid_hash IN (SELECT ${jsonField(db.dialect, 0, 'text')} FROM ${jsonRows(db.dialect)})`
  const hashes = `[${cidHashes.map((hash) => encodeJsonRow([hash])).join(',')}]`
  return writeUnshown(db, async (query) => {
    await query(
      `INSERT INTO field_losses (list, site, proto, contributors)
       SELECT list, site, proto, count(DISTINCT cid_hash) FROM field_members WHERE ${gone}
       GROUP BY list, site, proto
       ON CONFLICT (list, site, proto)
       DO UPDATE SET contributors = field_losses.contributors + excluded.contributors`,
      [hashes],
    )
    await query(`DELETE FROM field_members WHERE ${gone}`, [hashes])
    await query(`DELETE FROM field_arrivals WHERE ${gone}`, [hashes])
    const [counted] = await query(`SELECT count(*) AS found FROM contributions WHERE ${gone}`, [hashes])
    await query(`DELETE FROM contributions WHERE ${gone}`, [hashes])
    return Number(counted?.found)
  })
}
