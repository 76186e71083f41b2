import type { Dialect, Query } from '../rows/table.ts'

const TEXTS = ['stack', 'h3_stack'] as const
const BOOLEANS = ['h3_retry', 'h3_resumption', 'h3_early_data'] as const

/** Keeps the software that terminates HTTP/2 and HTTP/3, and what QUIC handshakes show; null in what was surveyed before. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const boolean = (column: string): string =>
    dialect === 'sqlite' ? `INTEGER CHECK (${column} IN (0, 1))` : 'boolean'
  const text = dialect === 'sqlite' ? 'TEXT' : 'text'
  for (const column of TEXTS) await query(`ALTER TABLE survey_sites ADD COLUMN ${column} ${text}`)
  for (const column of BOOLEANS)
    await query(`ALTER TABLE survey_sites ADD COLUMN ${column} ${boolean(column)}`)
}
