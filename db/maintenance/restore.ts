import { chmod, constants, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseError, databaseError } from '../connection/database-error.ts'
import { unknownMigrations } from '../connection/migrate.ts'
import { connectSqlite } from '../connection/sqlite-connection.ts'
import { type CheckedFile, checkSqliteFile } from './check-sqlite-file.ts'

interface Restored extends CheckedFile {
  /** Place of the database that was there before; null where there was none. */
  readonly aside: string | null
}

/** There is a database where one is to be restored, and nobody said that it may go. */
export class OccupiedError extends Error {
  override readonly name = 'OccupiedError'
}

/**
 * Puts a backup in the place of a database. The backup is read as a whole before anything is touched, and its copy once
 * more. A database that is there is kept beside it under another name. Rejects with a `DatabaseError` where the backup is
 * damaged or of a newer towline, or where somebody has the database open; with an `OccupiedError` where there is one that
 * may not be replaced.
 *
 * @param stamp what the replaced one's name ends with
 */
export async function restoreSqlite(
  from: string,
  to: string,
  { replace, stamp }: { readonly replace: boolean; readonly stamp: string },
): Promise<Restored> {
  const { migrations } = await checkSqliteFile(from)
  const unknown = unknownMigrations(migrations)
  if (unknown.length > 0)
    throw new DatabaseError(
      'newer',
      `the backup ${from} was written by a newer towline (${unknown.join(', ')}): update towline`,
    )
  const isThere = await exists(to)
  if (isThere && !replace)
    throw new OccupiedError(`there is a database ${to} already: --replace puts it aside first`)
  if (isThere) await demandUnused(to)
  await mkdir(dirname(resolve(to)), { recursive: true })
  const part = `${to}.part-${process.pid}`
  try {
    await copyFile(from, part, constants.COPYFILE_EXCL)
    await chmod(part, 0o600)
    await synced(part)
    const checked = await checkSqliteFile(part)
    const aside = `${to}.replaced-${stamp}`
    // A log that lies there without its database would be taken for the new one's.
    for (const suffix of ['', '-wal', '-shm'])
      if (await exists(`${to}${suffix}`)) await rename(`${to}${suffix}`, `${aside}${suffix}`)
    await rename(part, to)
    await synced(dirname(resolve(to)))
    return { ...checked, aside: isThere ? aside : null }
  } finally {
    await rm(part, { force: true })
  }
}

/**
 * Rejects where another process has the database open. Leaving WAL needs it alone, and puts what is in the log into the
 * file. One that is so damaged that it cannot be opened is nobody's.
 */
async function demandUnused(file: string): Promise<void> {
  const connection = await connectSqlite({
    ...{ file: resolve(file), readOnly: false, lengthBytes: null, statementMs: null },
  }).catch(() => null)
  if (connection === null) return
  try {
    await connection.all('PRAGMA journal_mode = delete')
  } catch (error) {
    const known = databaseError(error, { dialect: 'sqlite', name: file })
    if (known instanceof DatabaseError && known.code === 'locked')
      throw new DatabaseError('locked', `the database ${file} is in use: end the server and all else first`)
  } finally {
    await connection.close()
  }
}

async function synced(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
