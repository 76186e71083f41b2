import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import type { ReadLimits } from './strangers-database.ts'

/** File where a survey is kept when nothing else is said. */
export const DEFAULT_DATABASE = 'data/towline.sqlite'

/**
 * Says how long a process waits for its turn that writes beside others of the same run, milliseconds: SQLite lets waiters in by
 * chance, so that with fourteen lanes on a busy machine one can stay outside longer than the default.
 */
export const BUSY_TIMEOUT_OF_LANES_MS = 120_000

interface OpenOptions {
  /** SQLite file path, `sqlite:` and a path, or `postgres://…`. Default: `data/towline.sqlite` in the current folder. */
  readonly url?: string
  /** A reader: never creates, migrates or writes, and does not stand in the writer's way. Default false. */
  readonly readOnly?: boolean
  /** Says how long to wait for another process's lock, milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number
  /**
   * Whether PostgreSQL is to end our sessions 30 s after the last sign of life from this machine, because others wait for what
   * they hold. Default false.
   */
  readonly endSilent?: boolean
  /** Limits an SQLite database that somebody else made. Default: none. */
  readonly limits?: ReadLimits
}

/**
 * Opens the database, creating the file, its folder and the schema where they are missing.
 * Rejects with a `DatabaseError`. Release it with `await using`.
 */
export async function openDatabase(options: OpenOptions = {}): Promise<Database> {
  const {
    url = DEFAULT_DATABASE,
    readOnly = false,
    busyTimeoutMs = 5_000,
    endSilent = false,
    limits,
  } = options
  // The drivers are loaded late: `--help` of a command that could open a database needs none.
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres({ url, readOnly, busyTimeoutMs, endSilent })
  }
  const file = url.replace(/^sqlite:(\/\/)?/, '')
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(file)?.[1]
  // SQLite's own name for a database in memory: several connections of ours would each have one.
  if (file === '' || file === ':memory:' || scheme !== undefined) {
    throw new DatabaseError(
      'unreadable',
      `'${scheme === undefined ? url : `${scheme}://…`}' is no database we know: DATABASE_URL is a file path, sqlite:PATH or postgres://…`,
    )
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite({ file, readOnly, busyTimeoutMs, ...(limits !== undefined && { limits }) })
}
