import type { Dialect, Query } from '../rows/table.ts'

export type { Query, Row, Value } from '../rows/table.ts'

/** An open database. Every error of its environment is a `DatabaseError`. */
export interface Database extends AsyncDisposable {
  readonly dialect: Dialect
  /** File path, or URL without its password: for messages. */
  readonly name: string
  readonly readOnly: boolean
  readonly query: Query
  /**
   * A write transaction: committed when `work` resolves, rolled back when it rejects; it advances `dataVersion`. The
   * only writer at a time on SQLite, where also `query` waits until it has ended: `work` must use the `Query` it is
   * given and nothing else. With `shown: false` nothing of what is shown changes, and `dataVersion` stays.
   */
  write<T>(work: (query: Query) => Promise<T>, options?: { readonly shown?: boolean }): Promise<T>
}

/** A write transaction that changes nothing of what is shown. */
export function writeUnshown<T>(db: Pick<Database, 'write'>, work: (query: Query) => Promise<T>): Promise<T> {
  return db.write(work, { shown: false })
}
