import type { Database, Query } from '../connection/database.ts'

/** A cell that lost contributors by deletion since its curve was published (safety.md P7). */
export interface FieldLoss {
  readonly site: number
  readonly proto: string
  readonly contributors: number
}

/** By site and protocol. */
export async function readLosses(db: Database, list: string): Promise<FieldLoss[]> {
  const rows = await db.query(
    'SELECT site, proto, contributors FROM field_losses WHERE list = ? ORDER BY site, proto',
    [list],
  )
  return rows.map((row) => ({
    site: Number(row.site),
    proto: String(row.proto),
    contributors: Number(row.contributors),
  }))
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
