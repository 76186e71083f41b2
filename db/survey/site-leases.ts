import type { Database } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'

/**
 * Says who visits which pending site. A site is free, or leased to an owner (a run in some process) until a moment on the
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

/**
 * Says how often a worker has died that held a site: 0 as a rule, 1 where it is suspected and is to be visited alone, 2 where
 * it is not to be visited any more.
 */
export type Deaths = 0 | 1 | 2

/** Says what became of the owner of a lease: `crashed` casts a suspicion on the sites that it held. */
export type OwnerFate = 'alive' | 'ended' | 'crashed'

/**
 * Leases up to `count` free sites, the first in the order of visits, at which workers have died so often. Never gives
 * one site to two owners.
 */
export async function claimSites(
  db: Database,
  lease: Lease,
  count: number,
  deaths: Deaths = 0,
): Promise<ClaimedSite[]> {
  const rows = await db.query(
    `WITH free AS MATERIALIZED (
       SELECT rank FROM survey_sites WHERE survey_id = ? AND state = 'pending' AND claimed_by IS NULL AND worker_deaths = ?
       ORDER BY shuffle_key, rank LIMIT ? ${skipLocked(db)}
     )
     UPDATE survey_sites SET claimed_by = ?, lease_until = ${databaseNow(db.dialect)} + ?, attempt = attempt + 1
     WHERE survey_id = ? AND rank IN (SELECT rank FROM free) RETURNING rank, domain, shuffle_key`,
    [lease.surveyId, deaths, count, lease.owner, lease.leaseMs, lease.surveyId],
  )
  // RETURNING keeps no order.
  rows.sort((a, b) => Number(a.shuffle_key) - Number(b.shuffle_key) || Number(a.rank) - Number(b.rank))
  return rows.map((row) => ({ rank: Number(row.rank), domain: String(row.domain) }))
}

/** Says who holds sites of each survey, whether still alive or not. */
export async function leaseOwners(db: Database): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query(
    `SELECT survey_id, claimed_by FROM survey_sites WHERE state = 'pending' AND claimed_by IS NOT NULL
     GROUP BY survey_id, claimed_by`,
  )
  const owners = Map.groupBy(rows, (row) => Number(row.survey_id))
  return new Map([...owners].map(([id, held]) => [id, held.map((row) => String(row.claimed_by))]))
}

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

interface PendingSites {
  /** Free, by the deaths of workers that held them. */
  readonly free: Readonly<Record<Deaths, number>>
  /** Sites still held by somebody. */
  readonly leased: number
  /** Owners that had crashed, with the sites that they held, which have just been freed. */
  readonly crashed: readonly { readonly owner: string; readonly sites: number }[]
}

/**
 * Frees the sites whose lease has run out or whose owner is no more; where it crashed, each of its sites counts one more
 * death. Resolves to what is pending now.
 */
export async function freeAbandoned(
  db: Database,
  surveyId: number,
  ownerFate: (owner: string) => OwnerFate,
): Promise<PendingSites> {
  const groups = await db.query(
    `SELECT claimed_by, worker_deaths, count(*) AS sites,
       count(CASE WHEN lease_until < ${databaseNow(db.dialect)} THEN 1 END) AS expired
     FROM survey_sites WHERE survey_id = ? AND state = 'pending' GROUP BY claimed_by, worker_deaths`,
    [surveyId],
  )
  const free: Record<Deaths, number> = { 0: 0, 1: 0, 2: 0 }
  const crashed: { owner: string; sites: number }[] = []
  let leased = 0
  for (const [owner, held] of Map.groupBy(groups, ({ claimed_by }) => claimed_by)) {
    if (owner === null) {
      for (const { worker_deaths, sites } of held) free[Number(worker_deaths) as Deaths] += Number(sites)
      continue
    }
    const sites = held.reduce((sum, group) => sum + Number(group.sites), 0)
    const hasExpired = held.some(({ expired }) => Number(expired) > 0)
    const fate = ownerFate(String(owner))
    const freed = fate !== 'alive' || hasExpired ? await freeOwned(db, surveyId, String(owner), fate) : []
    for (const deaths of freed) free[deaths] += 1
    leased += sites - freed.length
    if (fate === 'crashed' && freed.length > 0) crashed.push({ owner: String(owner), sites: freed.length })
  }
  return { free, leased, crashed }
}

/** Frees the sites of one owner, of one that is alive those whose lease has run out. Resolves to their deaths. */
async function freeOwned(
  db: Database,
  surveyId: number,
  owner: string,
  fate: OwnerFate,
): Promise<readonly Deaths[]> {
  const rows = await db.query(
    `WITH abandoned AS MATERIALIZED (
       SELECT rank FROM survey_sites WHERE survey_id = ? AND state = 'pending' AND claimed_by = ?
       ${fate === 'alive' ? `AND lease_until < ${databaseNow(db.dialect)}` : ''} ${skipLocked(db)}
     )
     UPDATE survey_sites SET claimed_by = NULL, lease_until = NULL
       ${fate === 'crashed' ? ', worker_deaths = CASE worker_deaths WHEN 0 THEN 1 ELSE 2 END' : ''}
     WHERE survey_id = ? AND rank IN (SELECT rank FROM abandoned) RETURNING worker_deaths`,
    [surveyId, owner, surveyId],
  )
  return rows.map((row) => Number(row.worker_deaths) as Deaths)
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
