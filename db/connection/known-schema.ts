import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { unknownMigrations } from './migrate.ts'

/** Another towline has brought the schema further than this one knows. */
export function newerSchema(name: string, unknown: readonly string[]): DatabaseError {
  return new DatabaseError(
    'newer',
    `the database ${name} was written by a newer towline (${unknown.join(', ')}): update towline, or set another DATABASE_URL`,
  )
}

/** Rejects with a `DatabaseError` where a PostgreSQL database has become newer since it was opened. */
export async function demandKnownSchema(db: Database): Promise<void> {
  const rows = await db.query('SELECT name FROM towline_migrations ORDER BY id')
  const unknown = unknownMigrations(rows.map(({ name }) => String(name)))
  if (unknown.length > 0) throw newerSchema(db.name, unknown)
}
