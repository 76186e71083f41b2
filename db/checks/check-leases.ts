import { type Database, type Query, writeUnshown } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'
import { forUpdate } from '../connection/for-update.ts'
import type { Dialect } from '../rows/table.ts'

/** Says who runs a check, until a moment on the database's clock that is put off while it runs. */
interface CheckLease {
  readonly id: number
  readonly owner: string
}

export interface BegunCheck extends CheckLease {
  readonly url: string
  /** Counted from 1. */
  readonly attempt: number
}

/** A server that died with a check has it begun once more, by whoever takes it. */
const MOST_ATTEMPTS = 2

export const DIED_TWICE = 'The server ended twice while this check ran.'

export type CheckOutcome = { readonly result: string; readonly report: string } | { readonly reason: string }

/** Whether a check could be begun: it waits, or whoever ran it did not renew its lease. */
const isFree = (dialect: Dialect): string =>
  `(state = 'waiting' OR (state = 'running' AND lease_until < ${databaseNow(dialect)}))`

/**
 * Begins the oldest check that is free while none is under way, or that of `id`; null where there is none. One that was begun
 * as often as is allowed fails in its place. `finishedAt`: ISO 8601.
 */
export async function beginCheck(
  db: Database,
  owner: string,
  leaseMs: number,
  finishedAt: string,
  id: number | null = null,
): Promise<BegunCheck | null> {
  const { dialect } = db
  const now = databaseNow(dialect)
  return writeUnshown(db, async (query) => {
    for (;;) {
      const [row] = await query(
        `SELECT id, url, attempts FROM asked_checks WHERE ${isFree(dialect)}
           AND ${id === null ? 'true' : 'id = ?'}
           AND NOT EXISTS (SELECT 1 FROM asked_checks AS other WHERE other.state = 'running'
             AND other.lease_until >= ${now})
         ORDER BY id LIMIT 1 ${forUpdate(dialect)}`,
        id === null ? [] : [id],
      )
      if (row === undefined) return null
      const found = { id: Number(row.id), owner }
      if (Number(row.attempts) < MOST_ATTEMPTS) {
        await query(
          `UPDATE asked_checks SET state = 'running', attempts = attempts + 1, claimed_by = ?, lease_until = ${now} + ?
           WHERE id = ?`,
          [owner, leaseMs, found.id],
        )
        return { ...found, url: String(row.url), attempt: Number(row.attempts) + 1 }
      }
      await query(
        `UPDATE asked_checks SET state = 'failed', reason = ?, finished_at = ?, claimed_by = NULL, lease_until = NULL
         WHERE id = ?`,
        [DIED_TWICE, finishedAt, found.id],
      )
    }
  })
}

/** Whether the check is still the owner's, whose lease is put off. */
export async function renewCheck(db: Database, { id, owner }: CheckLease, leaseMs: number): Promise<boolean> {
  const renewed = await db.query(
    `UPDATE asked_checks SET lease_until = ${databaseNow(db.dialect)} + ? WHERE id = ? AND claimed_by = ? RETURNING id`,
    [leaseMs, id, owner],
  )
  return renewed.length > 0
}

/** Records how a check came out; false where it is not the owner's any more. `finishedAt`: ISO 8601. */
export async function endCheck(
  query: Query,
  { id, owner }: CheckLease,
  outcome: CheckOutcome,
  finishedAt: string,
): Promise<boolean> {
  const isDone = 'result' in outcome
  const ended = await query(
    `UPDATE asked_checks SET state = ?, result = ?, report = ?, reason = ?, finished_at = ?, claimed_by = NULL,
     lease_until = NULL WHERE id = ? AND claimed_by = ? RETURNING id`,
    [
      isDone ? 'done' : 'failed',
      isDone ? outcome.result : null,
      isDone ? outcome.report : null,
      isDone ? null : outcome.reason,
      ...[finishedAt, id, owner],
    ],
  )
  return ended.length > 0
}

/** Gives a check back that was stopped on purpose: that attempt does not count. */
export async function releaseCheck(
  { query }: Pick<Database, 'query'>,
  { id, owner }: CheckLease,
): Promise<void> {
  await query(
    `UPDATE asked_checks SET state = 'waiting', attempts = attempts - 1, claimed_by = NULL, lease_until = NULL
     WHERE id = ? AND claimed_by = ?`,
    [id, owner],
  )
}
