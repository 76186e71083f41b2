import { chmod, link, rm } from 'node:fs/promises'
import { databaseError } from '../connection/database-error.ts'
import { openSqliteFile, rowCounts, type SqliteFile } from '../connection/sqlite-file.ts'
import { type CheckedFile, checkSqliteFile } from './check-sqlite-file.ts'

/** Pages of one step, some megabytes: between two steps a stop is heard. */
const STEP_PAGES = 2_000

/** The copy is not what the database was: it is deleted. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Copies a SQLite database while others write to it, by SQLite's backup API, as it was at one moment (safety.md DB-5); then
 * reads all of the copy and compares its rows with those of that moment. The file is there when all of it is right, or
 * not at all; one that is there is never overwritten (`EEXIST`). Only its owner may read it.
 */
export async function backupSqlite(from: string, to: string, signal: AbortSignal): Promise<CheckedFile> {
  const part = `${to}.part-${process.pid}`
  await using source = await openSqliteFile(from, { isStill: false })
  try {
    // The transaction keeps this connection, and with it the backup, at one moment; writers do not wait for it.
    await source.query('BEGIN')
    const before = await rowCounts(source)
    await copy(source, part, signal)
    await source.query('COMMIT')
    await chmod(part, 0o600)
    const checked = await checkSqliteFile(part)
    demandSame(before, checked.rows)
    signal.throwIfAborted()
    // A link never takes the place of a file that has come meanwhile, as a rename does.
    await link(part, to)
    return checked
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${part}${suffix}`, { force: true })
  }
}

async function copy(source: SqliteFile, to: string, signal: AbortSignal): Promise<void> {
  try {
    await source.backup(to, { stepPages: STEP_PAGES, signal })
  } catch (error) {
    signal.throwIfAborted()
    throw databaseError(error, { dialect: 'sqlite', name: to })
  }
}

function demandSame(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
  for (const [table, rows] of before)
    if (after.get(table) !== rows)
      throw new BackupError(
        `the copy has ${after.get(table) ?? 0} rows of ${table} instead of ${rows}: try again`,
      )
}
