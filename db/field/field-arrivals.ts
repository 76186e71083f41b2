import { type Database, type Query, writeUnshown } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import type { Dialect } from '../rows/table.ts'

/** Days of arrival that are counted of a pseudonym; then the last of them is forgotten (safety.md P5). */
const MOST_ARRIVAL_DAYS = 7

/** Counts a day on which something of these pseudonyms came; one that was the last already is not another one. */
export async function noteArrivals(
  query: Query,
  dialect: Dialect,
  cidHashes: readonly string[],
  day: string,
): Promise<void> {
  if (cidHashes.length === 0) return
  await query(
    `INSERT INTO field_arrivals (cid_hash, days, last_day)
     SELECT DISTINCT ${jsonField(dialect, 0, 'text')}, 1, CAST(? AS text) FROM ${jsonRows(dialect)} WHERE true
     ON CONFLICT (cid_hash) DO UPDATE SET
       days = field_arrivals.days + 1,
       last_day = CASE WHEN field_arrivals.days + 1 < ${MOST_ARRIVAL_DAYS} THEN excluded.last_day END
     WHERE field_arrivals.days < ${MOST_ARRIVAL_DAYS} AND field_arrivals.last_day <> excluded.last_day`,
    [day, `[${[...new Set(cidHashes)].map((hash) => encodeJsonRow([hash])).join(',')}]`],
  )
}

/** Pseudonyms with loads of a site of which something came on at least so many days. */
export async function arrivedPseudonyms(
  db: Database,
  list: string,
  site: number,
  days: number,
): Promise<ReadonlySet<string>> {
  const rows = await db.query(
    `SELECT DISTINCT contributions.cid_hash FROM contributions
     JOIN field_arrivals ON field_arrivals.cid_hash = contributions.cid_hash
     WHERE contributions.list = ? AND contributions.site = ? AND field_arrivals.days >= ?`,
    [list, site, Math.min(days, MOST_ARRIVAL_DAYS)],
  )
  return new Set(rows.map(({ cid_hash }) => String(cid_hash)))
}

/** Forgets the arrivals of pseudonyms that have no load any more. */
export async function forgetLeftArrivals(db: Database): Promise<void> {
  await writeUnshown(db, (query) =>
    query(
      `DELETE FROM field_arrivals WHERE NOT EXISTS
           (SELECT 1 FROM contributions WHERE contributions.cid_hash = field_arrivals.cid_hash)`,
    ),
  )
}
