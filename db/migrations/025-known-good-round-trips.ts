import type { Dialect, Query } from '../rows/table.ts'

/** Keeps the round trip to the known-good server, before and while a survey fills its own line. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'REAL' : 'double precision'
  await query(`ALTER TABLE canaries ADD COLUMN rtt_ms ${type} CHECK (rtt_ms >= 0)`)
}
