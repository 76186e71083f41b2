import type { Database, Query } from './database.ts'

/**
 * A database whose every statement is part of one transaction: what is written through it is there when that commits,
 * all of it or nothing, and seen by nobody before. For work that takes minutes and is repeated as a whole if it breaks off.
 */
export function withinTransaction(db: Database, query: Query): Database {
  return {
    dialect: db.dialect,
    name: db.name,
    readOnly: db.readOnly,
    query,
    write: (work) => work(query),
    async [Symbol.asyncDispose]() {
      // The transaction is somebody else's to end.
    },
  }
}
