import { DatabaseError } from '../connection/database-error.ts'
import { openSqliteFile, rowCounts } from '../connection/sqlite-file.ts'

export interface CheckedFile {
  /** Rows of every table, by its name. */
  readonly rows: ReadonlyMap<string, number>
  /** Migrations that its towline had done, in order. */
  readonly migrations: readonly string[]
}

/**
 * Reads all of a SQLite file that nobody writes to, as a drill: `integrity_check`, `foreign_key_check`, a count of its
 * rows (safety.md DB-5). Rejects with a `DatabaseError` where anything is wrong with it.
 */
export async function checkSqliteFile(file: string): Promise<CheckedFile> {
  await using opened = await openSqliteFile(file, { isStill: true })
  const [integrity] = await opened.query('PRAGMA integrity_check(1)')
  if (integrity?.integrity_check !== 'ok') throw damaged(file, String(integrity?.integrity_check))
  const [orphan] = await opened.query('PRAGMA foreign_key_check')
  if (orphan !== undefined) throw damaged(file, `a row of ${String(orphan.table)} leads nowhere`)
  const migrations = await opened.query('SELECT name FROM towline_migrations ORDER BY id')
  return { rows: await rowCounts(opened), migrations: migrations.map(({ name }) => String(name)) }
}

function damaged(file: string, detail: string): DatabaseError {
  return new DatabaseError('corrupt', `the backup ${file} is damaged: take another one (${detail})`)
}
