import type { Database } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'

/** Milliseconds until a site may be loaded again that is to be left alone for so long after each load. */
export async function siteRestMs(db: Database, host: string, gapMs: number): Promise<number> {
  const [row] = await db.query(
    `SELECT ended_ms + ? - ${databaseNow(db.dialect)} AS rest FROM site_loads WHERE host = ?`,
    [gapMs, host],
  )
  return row === undefined ? 0 : Math.max(0, Number(row.rest))
}

/** A load of the site has ended, by whichever worker. */
export async function recordSiteLoad(db: Database, host: string): Promise<void> {
  const now = databaseNow(db.dialect)
  await db.query(
    `INSERT INTO site_loads (host, ended_ms) VALUES (?, ${now})
     ON CONFLICT (host) DO UPDATE SET ended_ms = excluded.ended_ms`,
    [host],
  )
}
