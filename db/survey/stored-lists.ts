import { createHash } from 'node:crypto'
import type { Database } from '../connection/database.ts'

/** A list of sites as its file was, kept for the machines that visit them later. */
interface StoredList {
  /** The user's name for the list. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Stores a list and resolves to its SHA-256, by which it is found again. A worker of least rights may do neither. */
export async function storeList(db: Database, { name, bytes }: StoredList): Promise<string> {
  const sha256 = hashOf(bytes)
  await db.write((query) =>
    query('INSERT INTO stored_lists (sha256, name, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
      sha256,
      name,
      bytes,
    ]),
  )
  return sha256
}

/** The list with this hash; null where none is stored, or what is stored is another one. */
export async function readStoredList(db: Database, sha256: string): Promise<StoredList | null> {
  const [row] = await db.query('SELECT name, bytes FROM stored_lists WHERE sha256 = ?', [sha256])
  if (!(row?.bytes instanceof Uint8Array) || hashOf(row.bytes) !== sha256) return null
  return { name: String(row.name), bytes: row.bytes }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
