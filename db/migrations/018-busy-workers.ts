import type { Dialect, Query } from '../rows/table.ts'

/** Threads of Apache that had something to do at the end of a second of a load; null: unknown, or another server. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  const type = dialect === 'sqlite' ? 'INTEGER' : 'integer'
  await query(`ALTER TABLE load_seconds ADD COLUMN server_busy_workers ${type}`)
}
