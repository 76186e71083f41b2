import type { Members } from '../../model/published-cell.ts'
import { type Database, type Query, writeUnshown } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import type { Dialect } from '../rows/table.ts'

/** A cell of a site: `h2 load`. */
export type CellName = `${string} ${string}`

/** Lists members of all cells of a site. */
export async function membersOfSite(
  db: Database,
  list: string,
  site: number,
): Promise<ReadonlyMap<CellName, Members>> {
  const rows = await db.query(
    'SELECT proto, metric, cid_hash, bin FROM field_members WHERE list = ? AND site = ?',
    [list, site],
  )
  const cells = new Map<CellName, Map<string, number>>()
  for (const row of rows) {
    const name: CellName = `${String(row.proto)} ${String(row.metric)}`
    const members = cells.get(name) ?? new Map<string, number>()
    members.set(String(row.cid_hash), Number(row.bin))
    cells.set(name, members)
  }
  return cells
}

interface NewMembers {
  readonly site: number
  readonly proto: string
  readonly metric: string
  readonly members: Members
}

/** Rows of one statement: some megabytes as JSON. */
const BATCH = 20_000

export async function replaceMembers(
  query: Query,
  dialect: Dialect,
  list: string,
  cells: readonly NewMembers[],
): Promise<void> {
  if (cells.length === 0) return
  const field = (index: number, type: 'integer' | 'text'): string => jsonField(dialect, index, type)
  for (const { site, proto, metric } of cells)
    await query('DELETE FROM field_members WHERE list = ? AND site = ? AND proto = ? AND metric = ?', [
      ...[list, site, proto, metric],
    ])
  let rows: string[] = []
  const flush = async (): Promise<void> => {
    await query(
      `INSERT INTO field_members (list, site, proto, metric, cid_hash, bin)
       SELECT CAST(? AS text), ${field(0, 'integer')}, ${field(1, 'text')}, ${field(2, 'text')}, ${field(3, 'text')},
         ${field(4, 'integer')} FROM ${jsonRows(dialect)}`,
      [list, `[${rows.join(',')}]`],
    )
    rows = []
  }
  for (const { site, proto, metric, members } of cells) {
    for (const [cidHash, bin] of members) rows.push(encodeJsonRow([site, proto, metric, cidHash, bin]))
    if (rows.length >= BATCH) await flush()
  }
  if (rows.length > 0) await flush()
}

/** A member without a load there had himself deleted while a curve was made of him. */
const GONE = `NOT EXISTS (SELECT 1 FROM contributions
  WHERE contributions.cid_hash = field_members.cid_hash AND contributions.list = field_members.list
    AND contributions.site = field_members.site AND contributions.proto = field_members.proto)`

/** Sites of a list with members who are gone; ascending. */
export async function sitesWithGoneMembers(query: Query, list: string): Promise<number[]> {
  const rows = await query(
    `SELECT DISTINCT site FROM field_members WHERE list = ? AND ${GONE} ORDER BY site`,
    [list],
  )
  return rows.map(({ site }) => Number(site))
}

/** Notes members who are gone as losses, as deleting them would have done. Resolves to whether there were any. */
export async function noteGoneMembers(db: Database, list: string): Promise<boolean> {
  if ((await sitesWithGoneMembers(db.query, list)).length === 0) return false
  return writeUnshown(db, async (query) => {
    await query(
      `INSERT INTO field_losses (list, site, proto, contributors)
       SELECT list, site, proto, count(DISTINCT cid_hash) FROM field_members WHERE list = ? AND ${GONE}
       GROUP BY list, site, proto
       ON CONFLICT (list, site, proto)
       DO UPDATE SET contributors = field_losses.contributors + excluded.contributors`,
      [list],
    )
    await query(`DELETE FROM field_members WHERE list = ? AND ${GONE}`, [list])
    return true
  })
}
