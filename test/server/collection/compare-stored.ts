import type { Database } from '../../../db/connection/database.ts'

/** What the database holds of the records that a test sent. */
export interface StoredRecords {
  /** Acknowledged, and not there. */
  readonly lost: number
  /** There more than once. */
  readonly twice: number
  /** There, and never sent. */
  readonly unknown: number
  /** Records without a key, or keys without a record. */
  readonly halves: number
  /** What SQLite says of its file; null on PostgreSQL, which has no such check. */
  readonly integrity: string | null
}

/** Compares what is stored with the hashes of the pseudonyms that were sent, and with those that were acknowledged. */
export async function compareStored(
  db: Database,
  { sent, acknowledged }: { readonly sent: ReadonlySet<string>; readonly acknowledged: ReadonlySet<string> },
): Promise<StoredRecords> {
  const rows = (await db.query('SELECT cid_hash FROM contributions')).map(({ cid_hash }) => String(cid_hash))
  const stored = new Set(rows)
  const [keys] = await db.query('SELECT count(*) AS n FROM contribution_keys')
  const [check] = db.dialect === 'sqlite' ? await db.query('PRAGMA integrity_check') : []
  return {
    lost: [...acknowledged].filter((cidHash) => !stored.has(cidHash)).length,
    twice: rows.length - stored.size,
    unknown: rows.filter((cidHash) => !sent.has(cidHash)).length,
    halves: Math.abs(rows.length - Number(keys?.n)),
    integrity: check === undefined ? null : String(check.integrity_check),
  }
}
