import type { FieldRow, VisitRow } from '../../model/field-row.ts'
import { type Database, type Row, writeUnshown } from '../connection/database.ts'
import { asNumber, asText, recordReader } from '../rows/record.ts'

/** Range from the first day on, up to but not including the last one; days of UTC. */
interface DayRange {
  readonly from: string
  readonly until: string
}

/** Sites of a list that have loads of these days, whether they count or not; ascending. */
export async function contributedSites(
  db: Database,
  list: string,
  { from, until }: DayRange,
): Promise<number[]> {
  const rows = await db.query(
    'SELECT DISTINCT site FROM contributions WHERE list = ? AND day >= ? AND day < ? ORDER BY site',
    [list, from, until],
  )
  return rows.map(({ site }) => Number(site))
}

/**
 * The loads of a site that count: not excluded, and of connections that were opened for them. In no order of arrival, as
 * there is none.
 */
export async function countingRows(
  db: Database,
  list: string,
  site: number,
  { from, until }: DayRange,
): Promise<FieldRow[]> {
  const rows = await db.query(
    `SELECT cid_hash, proto, day, dns_ms, connect_ms, handshake_ms, wait_ms, receive_ms, dcl_ms, load_ms
     FROM contributions
     WHERE list = ? AND site = ? AND day >= ? AND day < ? AND NOT reused AND excluded IS NULL`,
    [list, site, from, until],
  )
  return rows.map(readFieldRow)
}

/** The loads of a site whose visit is known, over any connection. */
export async function visitRows(
  db: Database,
  list: string,
  site: number,
  { from, until }: DayRange,
): Promise<VisitRow[]> {
  const rows = await db.query(
    `SELECT cid_hash, proto, day, visit FROM contributions
     WHERE list = ? AND site = ? AND day >= ? AND day < ? AND visit IS NOT NULL AND excluded IS NULL`,
    [list, site, from, until],
  )
  return rows.map((row) => ({
    cidHash: String(row.cid_hash),
    proto: row.proto as VisitRow['proto'],
    day: String(row.day),
    visit: row.visit as VisitRow['visit'],
  }))
}

function readFieldRow(row: Row): FieldRow {
  const ms = (value: unknown): number | null => (value === null ? null : Number(value))
  return {
    cidHash: String(row.cid_hash),
    proto: row.proto as FieldRow['proto'],
    day: String(row.day),
    times: {
      dns: ms(row.dns_ms),
      connect: ms(row.connect_ms),
      handshake: ms(row.handshake_ms),
      wait: ms(row.wait_ms),
      receive: ms(row.receive_ms),
      dcl: ms(row.dcl_ms),
      load: ms(row.load_ms),
    },
  }
}

const readTally = recordReader({
  list: asText,
  day: asText,
  proto: asText,
  loads: asNumber,
  pseudonyms: asNumber,
  sites: asNumber,
  /** Loads among them on a connection that was there before: they do not count. */
  reused: asNumber,
  /** Loads among them excluded for a reason. */
  excluded: asNumber,
})

/** Loads and pseudonyms of a list by day and protocol: for its operator alone. */
export type ContributionTally = ReturnType<typeof readTally>

/** Newest day first. */
export async function contributionTallies(db: Database, sinceDay: string): Promise<ContributionTally[]> {
  const rows = await db.query(
    `SELECT list, day, proto, count(*) AS loads, count(DISTINCT cid_hash) AS pseudonyms,
       count(DISTINCT site) AS sites, count(CASE WHEN reused THEN 1 END) AS reused, count(excluded) AS excluded
     FROM contributions WHERE day >= ? GROUP BY list, day, proto ORDER BY day DESC, list, proto`,
    [sinceDay],
  )
  return rows.map(readTally)
}

/**
 * Deletes what was contributed before a day (safety.md P10), a day in a transaction, so that nobody who contributes meanwhile
 * waits for long. Resolves to how many rows of each month are gone, by month.
 */
export async function purgeContributions(
  db: Database,
  beforeDay: string,
): Promise<{ readonly month: string; readonly loads: number }[]> {
  const days = await db.query('SELECT DISTINCT day FROM contributions WHERE day < ? ORDER BY day', [
    beforeDay,
  ])
  const months = new Map<string, number>()
  for (const { day } of days) {
    const loads = await writeUnshown(db, async (query) => {
      const [counted] = await query('SELECT count(*) AS loads FROM contributions WHERE day = ?', [
        String(day),
      ])
      await query('DELETE FROM contributions WHERE day = ?', [String(day)])
      return Number(counted?.loads)
    })
    const month = String(day).slice(0, 7)
    months.set(month, (months.get(month) ?? 0) + loads)
  }
  return [...months].map(([month, loads]) => ({ month, loads }))
}
