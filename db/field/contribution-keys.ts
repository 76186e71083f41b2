import { type Database, type Query, writeUnshown } from '../connection/database.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import type { Dialect } from '../rows/table.ts'

/** A request by its idempotency key (safety.md ING-7). Both are SHA-256, hexadecimal. */
export interface ContributionKey {
  readonly keyHash: string
  /** Hash of the record in canonical form. */
  readonly bodyHash: string
}

/** Answer to the first request with a key. */
interface FirstAnswer {
  readonly bodyHash: string
  readonly accepted: boolean
}

/** Takes the keys that are new, as accepted; resolves to their hashes. `day` is that of UTC, to forget them by. */
export async function takeKeys(
  query: Query,
  dialect: Dialect,
  keys: readonly ContributionKey[],
  day: string,
): Promise<ReadonlySet<string>> {
  const rows = keys.map(({ keyHash, bodyHash }) => encodeJsonRow([keyHash, bodyHash, true, day]))
  const field = (index: number, type: 'text' | 'boolean'): string => jsonField(dialect, index, type)
  const taken = await query(
    `INSERT INTO contribution_keys (key_hash, body_hash, accepted, day)
     SELECT ${field(0, 'text')}, ${field(1, 'text')}, ${field(2, 'boolean')}, ${field(3, 'text')}
     FROM ${jsonRows(dialect)} WHERE true
     ON CONFLICT (key_hash) DO NOTHING RETURNING key_hash`,
    [`[${rows.join(',')}]`],
  )
  return new Set(taken.map(({ key_hash }) => String(key_hash)))
}

/** Reads answers by the keys' hashes. */
export async function firstAnswers(
  query: Query,
  dialect: Dialect,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, FirstAnswer>> {
  if (keyHashes.length === 0) return new Map()
  const rows = await query(
    `SELECT key_hash, body_hash, accepted FROM contribution_keys
     WHERE key_hash IN (SELECT ${jsonField(dialect, 0, 'text')} FROM ${jsonRows(dialect)})`,
    [`[${keyHashes.map((hash) => encodeJsonRow([hash])).join(',')}]`],
  )
  return new Map(
    rows.map((row) => [
      String(row.key_hash),
      { bodyHash: String(row.body_hash), accepted: Boolean(row.accepted) },
    ]),
  )
}

/** These were not counted after all. */
export async function markUncounted(
  query: Query,
  dialect: Dialect,
  keyHashes: readonly string[],
): Promise<void> {
  if (keyHashes.length === 0) return
  await query(
    `UPDATE contribution_keys SET accepted = ?
     WHERE key_hash IN (SELECT ${jsonField(dialect, 0, 'text')} FROM ${jsonRows(dialect)})`,
    [false, `[${keyHashes.map((hash) => encodeJsonRow([hash])).join(',')}]`],
  )
}

/** Forgets the keys that came before a day; resolves to how many. They are kept 14 days (safety.md ING-7). */
export async function forgetKeys(db: Database, beforeDay: string): Promise<number> {
  return writeUnshown(db, async (query) => {
    const [counted] = await query('SELECT count(*) AS keys FROM contribution_keys WHERE day < ?', [beforeDay])
    await query('DELETE FROM contribution_keys WHERE day < ?', [beforeDay])
    return Number(counted?.keys)
  })
}
