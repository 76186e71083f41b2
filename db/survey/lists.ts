import type { Query, Row } from '../connection/database.ts'

/** The source of sites that were named on the command line: no list whose adoption says anything. */
export const COMMAND_LINE = 'command line'

/** Where a survey's sites came from. */
export interface ListSource {
  /** File path, or the URL it was fetched from. */
  readonly source: string
  readonly trancoId: string | null
  /** Of the list as it was read, hexadecimal. */
  readonly sha256: string
  readonly fetchedAt: string
  /** Entries of the list, of which a survey may take the first only. */
  readonly entries: number
  readonly badLines: number
}

export interface ListRow extends ListSource {
  readonly id: number
}

export async function insertList(query: Query, list: ListSource): Promise<number> {
  const [row] = await query(
    `INSERT INTO lists (source, tranco_id, sha256, fetched_at, entries, bad_lines) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    [list.source, list.trancoId, list.sha256, list.fetchedAt, list.entries, list.badLines],
  )
  return Number(row?.id)
}

export async function updateList(query: Query, id: number, list: ListSource): Promise<void> {
  await query(
    'UPDATE lists SET source = ?, tranco_id = ?, sha256 = ?, fetched_at = ?, entries = ?, bad_lines = ? WHERE id = ?',
    [list.source, list.trancoId, list.sha256, list.fetchedAt, list.entries, list.badLines, id],
  )
}

export function readList(row: Row): ListRow {
  return {
    id: Number(row.list_id),
    source: String(row.source),
    trancoId: row.tranco_id === null ? null : String(row.tranco_id),
    sha256: String(row.sha256),
    fetchedAt: String(row.fetched_at),
    entries: Number(row.entries),
    badLines: Number(row.bad_lines),
  }
}

/** For a join on `lists.id = list_id`. */
export const LIST_COLUMNS = 'source, tranco_id, sha256, fetched_at, entries, bad_lines'
