import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Row } from './database.ts'
import { databaseError } from './database-error.ts'
import { prepareConnection } from './prepare-connection.ts'
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts'

/** A SQLite file as it is, whatever towline wrote it: for what is done to files and not to their content. */
export interface SqliteFile extends AsyncDisposable {
  /** Rows of one statement. Rejects with a `DatabaseError` where the file is to blame. */
  readonly query: (sql: string) => Promise<Row[]>
  readonly backup: SqliteConnection['backup']
}

/**
 * Opens a file for reading. `isStill`: nobody writes to it, and no file may be made beside it. Rejects with a
 * `DatabaseError` where it is not there, damaged, or no towline database.
 */
export async function openSqliteFile(
  file: string,
  { isStill }: { readonly isStill: boolean },
): Promise<SqliteFile> {
  const path = resolve(file)
  const label = { dialect: 'sqlite', name: file } as const
  const told = (error: unknown): never => {
    throw databaseError(error, label)
  }
  const connection = await connectSqlite({
    file: isStill ? `${pathToFileURL(path).href}?immutable=1` : path,
    ...{ readOnly: true, lengthBytes: null, statementMs: null },
  }).catch(told)
  try {
    await prepareConnection(connection, { file, readOnly: true, busyTimeoutMs: 5_000 })
  } catch (error) {
    await connection.close()
    return told(error)
  }
  return {
    query: (sql) => connection.all(sql).catch(told),
    backup: connection.backup,
    [Symbol.asyncDispose]: connection.close,
  }
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
