import type { Knex } from 'knex'
import { advanceDataVersion } from './data-version.ts'
import type { Database, Query, Row, Value } from './database.ts'
import { type DatabaseLabel, databaseError } from './database-error.ts'

/**
 * Settings of Knex for both dialects. Its log repeats on the console what it also rejects with, and its errors would
 * carry every bound value in their message, half a megabyte of them for a batch of sites.
 */
export const KNEX_QUIET = {
  compileSqlOnError: false,
  log: { debug: ignore, warn: ignore, error: ignore, deprecate: ignore },
} as const

function ignore(): void {
  // Nothing: see KNEX_QUIET.
}

/** Both drivers take bytes as a Buffer only. It is a view: nothing is copied. */
function toBinding(value: Value): string | number | boolean | null | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

/** Wraps an open and checked Knex. Own BEGIN and COMMIT, for Knex begins deferred and drops a failed COMMIT open. */
export function database(knex: Knex, label: DatabaseLabel, readOnly: boolean): Database {
  const { dialect, name } = label
  const begin = dialect === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN'
  let isClosing = false

  /** Knex's pool forgets who asks for a connection while it closes them, and lets them wait for a minute. */
  function demandOpen(): void {
    if (isClosing) throw new Error(`the database ${name} has been closed`)
  }

  async function run(sql: string, bindings: readonly Value[], connection?: unknown): Promise<Row[]> {
    if (connection === undefined) demandOpen()
    try {
      const raw = bindings.length === 0 ? knex.raw(sql) : knex.raw(sql, bindings.map(toBinding))
      const answer: Row[] | { rows: Row[] } = await (connection === undefined
        ? raw
        : raw.connection(connection))
      return Array.isArray(answer) ? answer : answer.rows
    } catch (error) {
      throw databaseError(error, label)
    }
  }

  async function acquire(): Promise<unknown> {
    demandOpen()
    try {
      return await knex.client.acquireConnection()
    } catch (error) {
      throw databaseError(error, label)
    }
  }

  return {
    dialect,
    name,
    readOnly,
    query: (sql, bindings = []) => run(sql, bindings),
    async write(work, { shown = true } = {}) {
      const connection = await acquire()
      try {
        await run(begin, [], connection)
        try {
          const query: Query = (sql, bindings = []) => run(sql, bindings, connection)
          const result = await work(query)
          if (shown) await advanceDataVersion(query)
          await run('COMMIT', [], connection)
          return result
        } catch (error) {
          await run('ROLLBACK', [], connection).catch(() => {
            // SQLite has already rolled back by itself (disk full), or the server is gone: the first error tells.
          })
          throw error
        }
      } finally {
        await knex.client.releaseConnection(connection)
      }
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      await knex.destroy()
    },
  }
}
