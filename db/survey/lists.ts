import type { Query, Row } from '../connection/database.ts'
import { asNumber, asText, orNull, recordReader } from '../rows/record.ts'

/** The source of sites that were named on the command line: no list whose adoption says anything. */
export const COMMAND_LINE = 'command line'

/** Reads where a survey's sites came from. */
export const readList = (row: Row): ListRow => readFields({ ...row, id: row.list_id })

const readFields = recordReader({
  id: asNumber,
  /** File path, or the URL it was fetched from. */
  source: asText,
  trancoId: orNull(asText),
  /** SHA-256 of the list as it was read, hexadecimal. */
  sha256: asText,
  fetchedAt: asText,
  /** Entries of the list, of which a survey may take the first only. */
  entries: asNumber,
  badLines: asNumber,
})

export type ListRow = ReturnType<typeof readFields>

export type ListSource = Omit<ListRow, 'id'>

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

/** Serves a join on `lists.id = list_id`. */
export const LIST_COLUMNS = 'source, tranco_id, sha256, fetched_at, entries, bad_lines'
