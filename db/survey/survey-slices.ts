import type { Database, Query } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'
import type { CanaryResult } from './canaries.ts'
import { type EncodedSite, writeSites } from './finished-sites.ts'
import type { ClaimedSite, Lease } from './site-leases.ts'
import { finishSurvey, markRunning } from './surveys.ts'
import { addVisitProvenance, type VisitProvenance } from './visit-provenance.ts'

/** Sites of a survey that one worker visits and records together. */
export interface Slice {
  readonly surveyId: number
  readonly ranks: readonly number[]
}

/** The pending sites of a survey in the order of visits, cut into slices. */
export async function cutSlices(
  query: Query,
  surveyId: number,
  sitesPerSlice: number,
): Promise<{ surveyId: number; ranks: number[] }[]> {
  const rows = await query(
    "SELECT rank FROM survey_sites WHERE survey_id = ? AND state = 'pending' ORDER BY shuffle_key, rank",
    [surveyId],
  )
  const ranks = rows.map(({ rank }) => Number(rank))
  return Array.from({ length: Math.ceil(ranks.length / sitesPerSlice) }, (_, index) => ({
    surveyId,
    ranks: ranks.slice(index * sitesPerSlice, (index + 1) * sitesPerSlice),
  }))
}

/**
 * Leases the sites of a slice that are still to be visited. Those that an owner holds whose name begins with `kin` are
 * taken over: an earlier attempt at the same slice. `held` are left to somebody else.
 */
export async function claimSlice(
  db: Database,
  { surveyId, ranks }: Slice,
  { owner, leaseMs, kin }: Omit<Lease, 'surveyId'> & { readonly kin: string },
): Promise<{ readonly sites: readonly ClaimedSite[]; readonly held: number }> {
  const now = databaseNow(db.dialect)
  const rows = await db.query(
    `UPDATE survey_sites SET claimed_by = ?, lease_until = ${now} + ?, attempt = attempt + 1
     WHERE survey_id = ? AND rank IN (${marks(ranks)}) AND state = 'pending'
       AND (claimed_by IS NULL OR lease_until < ${now} OR substr(claimed_by, 1, ${kin.length}) = ?)
     RETURNING rank, domain`,
    [owner, leaseMs, surveyId, ...ranks, kin],
  )
  const [others] = await db.query(
    `SELECT count(*) AS held FROM survey_sites
     WHERE survey_id = ? AND rank IN (${marks(ranks)}) AND state = 'pending' AND claimed_by <> ?`,
    [surveyId, ...ranks, owner],
  )
  const [survey] = await db.query('SELECT state FROM surveys WHERE id = ?', [surveyId])
  if (survey?.state === 'stopped') await markRunning(db, surveyId)
  const sites = rows.map(({ rank, domain }) => ({ rank: Number(rank), domain: String(domain) }))
  const place = new Map(ranks.map((rank, index) => [rank, index]))
  sites.sort((a, b) => (place.get(a.rank) ?? 0) - (place.get(b.rank) ?? 0))
  return { sites, held: Number(others?.held) }
}

/** Says how long a slice waits for its turn: each before it takes several round trips to a database that may be far away. */
const MOST_WAIT_MS = 60_000

export interface SliceResults {
  readonly surveyId: number
  readonly owner: string
  readonly sites: readonly EncodedSite[]
  /** Sites of it that this owner has recorded before. */
  readonly recorded: readonly number[]
  /** Sites of it that an earlier attempt may have recorded: without a block, what they say of HTTP/3 is void. */
  readonly earlier: readonly number[]
  /** The known-good HTTP/3 server's answers before and after the visits; null where there is none. */
  readonly canaries: readonly [CheckedCanary, CheckedCanary] | null
  /** Provenance that this owner visited them with. */
  readonly provenance: VisitProvenance
  readonly finishedAt: string
}

export interface CheckedCanary extends CanaryResult {
  readonly checkedAt: string
}

/**
 * Records a slice, and the end of the survey where no site is left. Part of the caller's transaction. Resolves to the
 * ranks that were written: sites that are no longer the owner's are left out.
 */
export async function saveSlice(
  query: Query,
  db: Pick<Database, 'dialect'>,
  { surveyId, owner, sites, recorded, earlier, canaries, provenance, finishedAt }: SliceResults,
): Promise<ReadonlySet<number>> {
  const written = await writeSites(query, db.dialect, { surveyId, owner }, sites)
  const visited = [...recorded, ...written]
  if (earlier.length > 0) await voidUnasked(query, surveyId, earlier)
  // Slices of a survey come one after the other from here on: each sees whether a site is left, and numbers its block.
  if (db.dialect === 'postgres') {
    await query(`SET LOCAL lock_timeout = ${MOST_WAIT_MS}`)
    await query('SELECT id FROM surveys WHERE id = ? FOR NO KEY UPDATE', [surveyId])
  }
  if (visited.length > 0) await addVisitProvenance(query, db, surveyId, provenance)
  if (canaries !== null && visited.length > 0) await recordBlock(query, surveyId, owner, canaries, visited)
  await finishSurvey(query, surveyId, finishedAt)
  return written
}

/**
 * An attempt that recorded sites one at a time and then broke off took the canary's answers with it: nobody knows whether
 * our own network let QUIC through when these sites were asked.
 */
async function voidUnasked(query: Query, surveyId: number, ranks: readonly number[]): Promise<void> {
  await query(
    `UPDATE survey_sites SET h3_void = true, h3 = NULL, h3_handshake = NULL
     WHERE survey_id = ? AND rank IN (${marks(ranks)}) AND state = 'done' AND block IS NULL
       AND (h3 IS NOT NULL OR h3_handshake IS NOT NULL)`,
    [surveyId, ...ranks],
  )
}

async function recordBlock(
  query: Query,
  surveyId: number,
  owner: string,
  [before, after]: readonly [CheckedCanary, CheckedCanary],
  ranks: readonly number[],
): Promise<void> {
  // Few statements, since the other slices wait meanwhile.
  const next = '(SELECT coalesce(max(block) + 1, 0) FROM canaries WHERE survey_id = ?)'
  const [first] = await query(
    `INSERT INTO canaries (survey_id, block, phase, owner, at, ok, failure, rtt_ms)
     VALUES (?, ${next}, ?, ?, ?, ?, ?, ?), (?, ${next}, ?, ?, ?, ?, ?, ?) RETURNING block`,
    [
      ...[surveyId, surveyId, 'before', owner, before.checkedAt, before.ok, before.failure],
      before.rttMs ?? null,
      ...[surveyId, surveyId, 'after', owner, after.checkedAt, after.ok, after.failure],
      after.rttMs ?? null,
    ],
  )
  const block = Number(first?.block)
  const isVoid = !before.ok || !after.ok
  await query(
    `UPDATE survey_sites SET block = ?${isVoid ? ', h3_void = true, h3 = NULL, h3_handshake = NULL' : ''}
     WHERE survey_id = ? AND rank IN (${marks(ranks)})`,
    [block, surveyId, ...ranks],
  )
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ')
