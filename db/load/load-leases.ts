import type { Database, Query } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'
import { forUpdate } from '../connection/for-update.ts'
import type { Dialect } from '../rows/table.ts'

/**
 * Says who takes the loads of a run: one process at a time, for two would disturb each other's measurements. It is held until a
 * moment on the database's clock, and only its holder begins, records and ends loads.
 */
export interface LoadLease {
  readonly loadRunId: number
  readonly owner: string
  readonly leaseMs: number
}

/** Another process has taken the run over, since this one did not renew its lease in time. */
export class LoadRunLost extends Error {
  override readonly name = 'LoadRunLost'

  constructor({ loadRunId }: LoadLease) {
    super(`load run ${loadRunId} is no longer ours: another process has taken it over`)
  }
}

/**
 * Takes a run that is not finished and nobody holds: it is free, its holder is dead, or its lease has run out. Loads that
 * were cut off are pending again, without their seconds. False where it is held or finished.
 */
export async function acquireLoadRun(
  db: Database,
  { loadRunId, owner, leaseMs }: LoadLease,
  isDead: (owner: string) => boolean,
): Promise<boolean> {
  const now = databaseNow(db.dialect)
  return db.write(async (query) => {
    const [row] = await query(
      `SELECT state, claimed_by, coalesce(lease_until < ${now}, true) AS expired FROM load_runs WHERE id = ?
       ${forUpdate(db.dialect)}`,
      [loadRunId],
    )
    if (row === undefined || row.state === 'finished') return false
    if (!row.expired && row.claimed_by !== owner && !isDead(String(row.claimed_by))) return false
    await query(
      `UPDATE load_runs SET state = 'running', claimed_by = ?, lease_until = ${now} + ? WHERE id = ?`,
      [owner, leaseMs, loadRunId],
    )
    await dropCutLoads(query, loadRunId)
    return true
  })
}

/** Drops what a load that did not come to its end has recorded: its seconds would be taken twice. */
async function dropCutLoads(query: Query, loadRunId: number): Promise<void> {
  await query(
    `DELETE FROM load_seconds WHERE load_run_id = ?
     AND load IN (SELECT load FROM loads WHERE load_run_id = ? AND state = 'running')`,
    [loadRunId, loadRunId],
  )
  await query("UPDATE loads SET state = 'pending' WHERE load_run_id = ? AND state = 'running'", [loadRunId])
}

/** Makes sure, to the end of the transaction, that the owner holds the run, and extends its lease. Rejects with `LoadRunLost`. */
export async function holdLoadRun(query: Query, dialect: Dialect, lease: LoadLease): Promise<void> {
  const held = await query(
    `UPDATE load_runs SET lease_until = ${databaseNow(dialect)} + ? WHERE id = ? AND claimed_by = ? RETURNING id`,
    [lease.leaseMs, lease.loadRunId, lease.owner],
  )
  if (held.length === 0) throw new LoadRunLost(lease)
}

/**
 * Gives the run back: finished where all its loads are done, else stopped, without what a load that was cut off has
 * recorded. Resolves to which of them.
 * @param finishedAt wall time, ISO 8601
 */
export async function leaveLoadRun(
  db: Database,
  lease: LoadLease,
  finishedAt: string,
): Promise<'finished' | 'stopped'> {
  return db.write(async (query) => {
    await holdLoadRun(query, db.dialect, lease)
    await dropCutLoads(query, lease.loadRunId)
    const [left] = await query(
      "SELECT 1 AS one FROM loads WHERE load_run_id = ? AND state <> 'done' LIMIT 1",
      [lease.loadRunId],
    )
    const state = left === undefined ? 'finished' : 'stopped'
    await query(
      'UPDATE load_runs SET state = ?, finished_at = ?, claimed_by = NULL, lease_until = NULL WHERE id = ?',
      [state, state === 'finished' ? finishedAt : null, lease.loadRunId],
    )
    return state
  })
}
