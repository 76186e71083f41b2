import type { Database } from '../../db/connection/database.ts'

/**
 * Several read-only connections as one database: on SQLite a connection answers one question at a time, so that a long
 * one would hold up all others.
 */
export function readerPool(readers: readonly [Database, ...Database[]]): Database {
  const pendingQueries = readers.map(() => 0)
  const [first] = readers
  return {
    dialect: first.dialect,
    name: first.name,
    readOnly: true,
    async query(sql, bindings) {
      const index = pendingQueries.indexOf(Math.min(...pendingQueries))
      pendingQueries[index] = (pendingQueries[index] ?? 0) + 1
      try {
        return await (readers[index] ?? first).query(sql, bindings)
      } finally {
        pendingQueries[index] = (pendingQueries[index] ?? 0) - 1
      }
    },
    write() {
      return Promise.reject(new TypeError('these connections only read'))
    },
    async [Symbol.asyncDispose]() {
      for (const reader of readers) await reader[Symbol.asyncDispose]()
    },
  }
}
