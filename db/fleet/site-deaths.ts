import type { Database } from '../connection/database.ts'
import type { Dialect } from '../rows/table.ts'

/** A site of a survey, by its rank, or of a campaign, by its number. */
export interface DeadlySite {
  readonly kind: 'survey' | 'campaign'
  readonly runId: number
  readonly site: number
}

/** A site that was visited or loaded when so many workers of one owner died is given up by the workers of that owner. */
export const MOST_DEATHS = 2

/** Deaths are counted by the database user, which a worker cannot choose; SQLite has one. */
const ownerOf = (dialect: Dialect): string => (dialect === 'postgres' ? 'session_user' : "'local'")

const KEY = 'run_kind = ? AND run_id = ? AND site = ?'

/** Says how often workers of this database user have died at a site. */
export async function deathsAt(db: Database, { kind, runId, site }: DeadlySite): Promise<number> {
  const [row] = await db.query(
    `SELECT deaths FROM site_deaths WHERE ${KEY} AND owner = ${ownerOf(db.dialect)}`,
    [kind, runId, site],
  )
  return Number(row?.deaths ?? 0)
}

/**
 * Counts a death at a site before it is visited, in case there is one; `clearDeath` takes it back. Resolves to how many were
 * counted before.
 */
export async function expectDeath(db: Database, place: DeadlySite): Promise<number> {
  const before = await deathsAt(db, place)
  await setDeaths(db, place, Math.min(before + 1, MOST_DEATHS))
  return before
}

/** The worker has survived: so many deaths were counted before it. */
export async function clearDeath(db: Database, place: DeadlySite, deaths: number): Promise<void> {
  if (deaths > 0) return await setDeaths(db, place, deaths)
  const { kind, runId, site } = place
  await db.query(`DELETE FROM site_deaths WHERE ${KEY} AND owner = ${ownerOf(db.dialect)}`, [
    kind,
    runId,
    site,
  ])
}

async function setDeaths(db: Database, { kind, runId, site }: DeadlySite, deaths: number): Promise<void> {
  await db.query(
    `INSERT INTO site_deaths (run_kind, run_id, site, owner, deaths)
     VALUES (?, ?, ?, ${ownerOf(db.dialect)}, ?)
     ON CONFLICT (run_kind, run_id, site, owner) DO UPDATE SET deaths = excluded.deaths`,
    [kind, runId, site, deaths],
  )
}

/** Finds those sites of a campaign that workers of this database user have died at too often. */
export async function deadlySites(db: Database, campaignId: number): Promise<number[]> {
  const rows = await db.query(
    `SELECT site FROM site_deaths
     WHERE run_kind = 'campaign' AND run_id = ? AND deaths >= ? AND owner = ${ownerOf(db.dialect)} ORDER BY site`,
    [campaignId, MOST_DEATHS],
  )
  return rows.map(({ site }) => Number(site))
}
