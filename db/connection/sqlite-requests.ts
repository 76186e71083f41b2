import type { Value } from './database.ts'

/** Says how a file is opened by whoever holds its connection. */
export interface OpenSqliteRequest {
  readonly op: 'open'
  /** Path, or a `file:` URL where SQLite is to be told more than the path. */
  readonly file: string
  readonly readOnly: boolean
  /** Longest text, bytes or row; null: SQLite's own limit. */
  readonly lengthBytes: number | null
}

/** Request to a thread or process that holds a connection to a SQLite file. */
export type SqliteRequest =
  | OpenSqliteRequest
  | { readonly op: 'all'; readonly sql: string; readonly bindings: readonly Value[] }
  /** Copies the database to a file, so many pages at a time. */
  | { readonly op: 'backup'; readonly to: string; readonly stepPages: number }
  /** Ends the backup that is under way. */
  | { readonly op: 'stop' }
  | { readonly op: 'close' }

/** Rows as arrays, for names are sent once. */
export interface SqliteRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** `code` is SQLite's name of the result code where it has one, such as SQLITE_BUSY; else null. */
export interface SqliteFailure {
  readonly message: string
  readonly code: string | null
}

/** Answers come in the order of requests, but for those of a backup. */
export type SqliteAnswer = readonly [id: number, failure: SqliteFailure | null, answer: SqliteRows | null]
