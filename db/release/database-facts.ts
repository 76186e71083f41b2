import type { Database } from '../connection/database.ts'

/** Names the kind of database, and the migrations that its schema is made by, in their order. */
export async function databaseFacts(
  db: Database,
): Promise<{ readonly kind: string; readonly schema: readonly string[] }> {
  const rows = await db.query('SELECT name FROM towline_migrations ORDER BY id')
  const version = db.dialect === 'sqlite' ? 'sqlite_version()' : "current_setting('server_version')"
  const [row] = await db.query(`SELECT ${version} AS version`)
  const kind = db.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return { kind: `${kind} ${String(row?.version)}`, schema: rows.map(({ name }) => String(name)) }
}
