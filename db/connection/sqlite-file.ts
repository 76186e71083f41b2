import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sqlite3 from 'sqlite3'
import type { Row } from './database.ts'
import { databaseError } from './database-error.ts'
import { prepareConnection } from './sqlite-connection.ts'

/** A SQLite file as it is, whatever towline wrote it: for what is done to files and not to their content. */
export interface SqliteFile extends AsyncDisposable {
  readonly connection: sqlite3.Database
  /** Rows of one statement. Rejects with a `DatabaseError` where the file is to blame. */
  query(sql: string): Promise<Row[]>
}

/**
 * Opens a file for reading. `isStill`: nobody writes to it, and no file may be made beside it. Rejects with a
 * `DatabaseError` where it is not there, damaged, or no towline database.
 */
export async function openSqliteFile(
  file: string,
  { isStill }: { readonly isStill: boolean },
): Promise<SqliteFile> {
  const url = `${pathToFileURL(resolve(file)).href}?mode=ro${isStill ? '&immutable=1' : ''}`
  const label = { dialect: 'sqlite', name: file } as const
  const connection = await connectionTo(url, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI).catch(
    (error: unknown) => {
      throw databaseError(error, label)
    },
  )
  const query = (sql: string): Promise<Row[]> =>
    new Promise((done, fail) => {
      connection.all<Row>(sql, (error, rows) =>
        error === null ? done(rows) : fail(databaseError(error, label)),
      )
    })
  try {
    await prepareConnection(connection, { file, readOnly: true, busyTimeoutMs: 5_000 })
  } catch (error) {
    await closeConnection(connection)
    throw databaseError(error, label)
  }
  return { connection, query, [Symbol.asyncDispose]: () => closeConnection(connection) }
}

/** A connection that could not be opened is none: whatever else is asked of it, `close` among it, is never answered. */
export function connectionTo(url: string, mode: number): Promise<sqlite3.Database> {
  return new Promise((opened, failed) => {
    const connection = new sqlite3.Database(url, mode, (error) =>
      error === null ? opened(connection) : failed(error),
    )
  })
}

export function closeConnection(connection: sqlite3.Database): Promise<void> {
  return new Promise((done) => connection.close(() => done()))
}

/** Rows of every table, by its name. */
export async function rowCounts({ query: ask }: SqliteFile): Promise<ReadonlyMap<string, number>> {
  const tables = await ask(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [counted] = await ask(`SELECT count(*) AS n FROM "${String(name).replaceAll('"', '""')}"`)
    counts.set(String(name), Number(counted?.n))
  }
  return counts
}
