import type { Database, Query } from '../connection/database.ts'
import { asNumber, asText, recordReader } from '../rows/record.ts'

const readLoss = recordReader({ site: asNumber, proto: asText, contributors: asNumber })

/** A cell that lost contributors by deletion since its curve was published (safety.md P7). */
export type FieldLoss = ReturnType<typeof readLoss>

/** Reads losses by site and protocol. */
export async function readLosses(db: Database, list: string): Promise<FieldLoss[]> {
  const rows = await db.query(
    'SELECT site, proto, contributors FROM field_losses WHERE list = ? ORDER BY site, proto',
    [list],
  )
  return rows.map(readLoss)
}

/** These have been dealt with. One that has grown since it was read stays: it has to be looked at again. */
export async function clearLosses(query: Query, list: string, losses: readonly FieldLoss[]): Promise<void> {
  for (const { site, proto, contributors } of losses)
    await query('DELETE FROM field_losses WHERE list = ? AND site = ? AND proto = ? AND contributors = ?', [
      list,
      site,
      proto,
      contributors,
    ])
}
