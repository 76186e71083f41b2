import type { Database } from './database.ts'
import { databaseNow } from './database-clock.ts'

/**
 * Who visits which pending site. A site is free, or leased to an owner (a run in some process) until a moment on the
 * database's clock; `finishSites` takes results from the owner only.
 */
export interface ClaimedSite {
  readonly rank: number
  readonly domain: string
}

export interface Lease {
  readonly surveyId: number
  readonly owner: string
  readonly leaseMs: number
}

/** Leases up to `count` free sites, the first in the order of visits. Never gives one site to two owners. */
export async function claimSites(db: Database, lease: Lease, count: number): Promise<ClaimedSite[]> {
  const rows = await db.query(
    `WITH free AS MATERIALIZED (
       SELECT rank FROM survey_sites WHERE survey_id = ? AND state = 'pending' AND claimed_by IS NULL
       ORDER BY shuffle_key, rank LIMIT ? ${skipLocked(db)}
     )
     UPDATE survey_sites SET claimed_by = ?, lease_until = ${databaseNow(db.dialect)} + ?, attempt = attempt + 1
     WHERE survey_id = ? AND rank IN (SELECT rank FROM free) RETURNING rank, domain, shuffle_key`,
    [lease.surveyId, count, lease.owner, lease.leaseMs, lease.surveyId],
  )
  // RETURNING keeps no order.
  rows.sort((a, b) => Number(a.shuffle_key) - Number(b.shuffle_key) || Number(a.rank) - Number(b.rank))
  return rows.map((row) => ({ rank: Number(row.rank), domain: String(row.domain) }))
}

/** Who holds sites of each survey, whether still alive or not. */
export async function leaseOwners(db: Database): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query(
    `SELECT survey_id, claimed_by FROM survey_sites WHERE state = 'pending' AND claimed_by IS NOT NULL
     GROUP BY survey_id, claimed_by`,
  )
  const owners = Map.groupBy(rows, (row) => Number(row.survey_id))
  return new Map([...owners].map(([id, of]) => [id, of.map((row) => String(row.claimed_by))]))
}

/** Extends the owner's lease of these sites. */
export async function renewLeases(db: Database, lease: Lease, ranks: Iterable<number>): Promise<void> {
  await db.query(
    `WITH mine AS MATERIALIZED (
       SELECT rank FROM survey_sites
       WHERE survey_id = ? AND state = 'pending' AND claimed_by = ? AND rank IN (${ranksIn(db)}) ${skipLocked(db)}
     )
     UPDATE survey_sites SET lease_until = ${databaseNow(db.dialect)} + ? WHERE survey_id = ? AND rank IN (SELECT rank FROM mine)`,
    [lease.surveyId, lease.owner, JSON.stringify([...ranks]), lease.leaseMs, lease.surveyId],
  )
}

/** Gives these sites of the owner back unvisited. */
export async function releaseSites(
  db: Database,
  lease: Omit<Lease, 'leaseMs'>,
  ranks: Iterable<number>,
): Promise<void> {
  await db.query(
    `UPDATE survey_sites SET claimed_by = NULL, lease_until = NULL
     WHERE survey_id = ? AND state = 'pending' AND claimed_by = ? AND rank IN (${ranksIn(db)})`,
    [lease.surveyId, lease.owner, JSON.stringify([...ranks])],
  )
}

/**
 * Frees the sites whose lease has run out or whose owner is dead. Resolves to the pending sites that are free now and
 * those still leased to somebody.
 */
export async function freeAbandoned(
  db: Database,
  surveyId: number,
  isDead: (owner: string) => boolean,
): Promise<{ readonly free: number; readonly leased: number }> {
  const owners = await db.query(
    `SELECT claimed_by, count(*) AS sites, count(CASE WHEN lease_until < ${databaseNow(db.dialect)} THEN 1 END) AS expired
     FROM survey_sites WHERE survey_id = ? AND state = 'pending' GROUP BY claimed_by`,
    [surveyId],
  )
  let free = 0
  let leased = 0
  for (const { claimed_by: owner, sites, expired } of owners) {
    if (owner === null) {
      free += Number(sites)
      continue
    }
    const dead = isDead(String(owner))
    const freed =
      !dead && Number(expired) === 0
        ? []
        : await db.query(
            `WITH abandoned AS MATERIALIZED (
         SELECT rank FROM survey_sites WHERE survey_id = ? AND state = 'pending' AND claimed_by = ?
         ${dead ? '' : `AND lease_until < ${databaseNow(db.dialect)}`} ${skipLocked(db)}
       )
       UPDATE survey_sites SET claimed_by = NULL, lease_until = NULL
       WHERE survey_id = ? AND rank IN (SELECT rank FROM abandoned) RETURNING rank`,
            [surveyId, String(owner), surveyId],
          )
    free += freed.length
    leased += Number(sites) - freed.length
  }
  return { free, leased }
}

/**
 * PostgreSQL lets several write at once. Whoever changes leases passes over the rows that another transaction has
 * locked: two claims get different sites, and a renewal never waits for the sites that are being recorded, which would
 * be a deadlock where these wait for it.
 */
function skipLocked({ dialect }: Database): string {
  return dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : ''
}

function ranksIn({ dialect }: Database): string {
  return dialect === 'sqlite'
    ? 'SELECT value FROM json_each(?)'
    : 'SELECT CAST(value AS integer) FROM json_array_elements_text(CAST(? AS json))'
}
