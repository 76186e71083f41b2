import { type Database, writeUnshown } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'
import { forUpdate } from '../connection/for-update.ts'

/**
 * Says who makes the survey of a series that is due: one process at a time, for two would each make one. It is held until a
 * moment on the database's clock.
 */
interface SeriesLease {
  readonly series: string
  readonly owner: string
  readonly leaseMs: number
}

/**
 * Takes a series that nobody holds: it is free, its holder is dead, or its lease has run out. Resolves to who holds it
 * otherwise, and to null where it has been taken.
 */
export async function acquireSeries(
  db: Database,
  { series, owner, leaseMs }: SeriesLease,
  isDead: (owner: string) => boolean,
): Promise<string | null> {
  const now = databaseNow(db.dialect)
  return writeUnshown(db, async (query) => {
    await query('INSERT INTO followed_series (series) VALUES (?) ON CONFLICT DO NOTHING', [series])
    // SQLite has one writer at a time anyway.
    const [row] = await query(
      `SELECT claimed_by, coalesce(lease_until < ${now}, true) AS expired FROM followed_series WHERE series = ?
       ${forUpdate(db.dialect)}`,
      [series],
    )
    const holder = row?.claimed_by
    if (typeof holder === 'string' && !row?.expired && !isDead(holder)) return holder
    await query(`UPDATE followed_series SET claimed_by = ?, lease_until = ${now} + ? WHERE series = ?`, [
      owner,
      leaseMs,
      series,
    ])
    return null
  })
}

/** Extends the lease, also one that has run out and that nobody has taken. False where another process has it now. */
export async function renewSeries(db: Database, { series, owner, leaseMs }: SeriesLease): Promise<boolean> {
  const held = await db.query(
    `UPDATE followed_series SET lease_until = ${databaseNow(db.dialect)} + ?
     WHERE series = ? AND claimed_by = ? RETURNING series`,
    [leaseMs, series, owner],
  )
  return held.length > 0
}

export async function releaseSeries(
  db: Database,
  { series, owner }: Omit<SeriesLease, 'leaseMs'>,
): Promise<void> {
  await db.query(
    'UPDATE followed_series SET claimed_by = NULL, lease_until = NULL WHERE series = ? AND claimed_by = ?',
    [series, owner],
  )
}
