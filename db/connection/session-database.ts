import { advanceDataVersion } from './data-version.ts'
import type { Database, Query, Row, Value } from './database.ts'
import { type DatabaseLabel, databaseError } from './database-error.ts'
import type { Session, Sessions } from './sessions.ts'

/** The database that is reached by these connections, which are open and checked. */
export function database(sessions: Sessions, label: DatabaseLabel, readOnly: boolean): Database {
  const { dialect, name } = label
  let isClosing = false

  async function withSession<T>(work: (query: Query) => Promise<T>): Promise<T> {
    if (isClosing) throw new Error(`the database ${name} has been closed`)
    const session = await sessions.acquire().catch((error: unknown) => {
      throw databaseError(error, label)
    })
    try {
      return await work((sql, bindings = []) => run(session, sql, bindings))
    } finally {
      sessions.release(session)
    }
  }

  async function run(session: Session, sql: string, bindings: readonly Value[]): Promise<Row[]> {
    try {
      return await session.run(sql, bindings)
    } catch (error) {
      throw databaseError(error, label)
    }
  }

  return {
    dialect,
    name,
    readOnly,
    query: (sql, bindings) => withSession((query) => query(sql, bindings)),
    write: (work, { shown = true } = {}) =>
      withSession((query) =>
        inTransaction(query, dialect, async () => {
          const result = await work(query)
          if (shown) await advanceDataVersion(query)
          return result
        }),
      ),
    async [Symbol.asyncDispose]() {
      isClosing = true
      await sessions[Symbol.asyncDispose]()
    },
  }
}

/** Commits what `work` did where it resolves, and rolls it back where it rejects. On SQLite it is the only writer meanwhile. */
export async function inTransaction<T>(
  query: Query,
  dialect: DatabaseLabel['dialect'],
  work: () => Promise<T>,
): Promise<T> {
  await query(dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN')
  try {
    const result = await work()
    await query('COMMIT')
    return result
  } catch (error) {
    await query('ROLLBACK').catch(() => {
      // SQLite has already rolled back by itself (disk full), or the server is gone: the first error tells.
    })
    throw error
  }
}
