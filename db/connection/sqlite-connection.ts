import type { Row, Value } from './database.ts'
import { SqliteChannel, sqliteError } from './sqlite-channel.ts'
import type { OpenSqliteRequest, SqliteRows } from './sqlite-requests.ts'

/** A connection to a SQLite file. What it rejects with has SQLite's name as `code`, such as SQLITE_BUSY. */
export interface SqliteConnection {
  /** It was broken off, and is of no more use. */
  readonly isLost: boolean
  readonly all: (sql: string, bindings?: readonly Value[]) => Promise<Row[]>
  /** Copies the database to a file by SQLite's backup API, so many pages at a time. Rejects where `signal` stops it. */
  readonly backup: (
    to: string,
    options: { readonly stepPages: number; readonly signal: AbortSignal },
  ) => Promise<void>
  readonly close: () => Promise<void>
}

interface SqliteOpening extends Omit<OpenSqliteRequest, 'op'> {
  /** Time that a statement may take, milliseconds: a longer one rejects with SQLITE_INTERRUPT, and the connection is lost. */
  readonly statementMs: number | null
}

/** Threads whose file was closed: starting one takes some 18 ms of processor time. */
const spare: SqliteChannel[] = []
const MOST_SPARE = 3

/** Opens a file in a thread of its own; where statements have a limit in a process, since nothing else ends one. */
export async function connectSqlite({ statementMs, ...opening }: SqliteOpening): Promise<SqliteConnection> {
  const isProcess = statementMs !== null
  const channel = (isProcess ? undefined : spare.pop()) ?? new SqliteChannel({ isProcess })
  const release = (): void => {
    if (isProcess || channel.isLost || spare.length >= MOST_SPARE) channel.end()
    else spare.push(channel)
  }
  try {
    await channel.ask({ op: 'open', ...opening })
  } catch (error) {
    release()
    throw error
  }
  return {
    get isLost() {
      return channel.isLost
    },
    async all(sql, bindings = []) {
      const asked = channel.ask({ op: 'all', sql, bindings: bindings.map(alone) })
      if (statementMs === null) return rowsOf(await asked)
      const tooLong = sqliteError('the statement took too long', 'SQLITE_INTERRUPT')
      const timer = setTimeout(() => channel.end(tooLong), statementMs)
      return rowsOf(await asked.finally(() => clearTimeout(timer)))
    },
    async backup(to, { stepPages, signal }) {
      // The backup itself fails then.
      const stop = (): void => void channel.ask({ op: 'stop' }).catch(() => {})
      signal.addEventListener('abort', stop)
      try {
        signal.throwIfAborted()
        await channel.ask({ op: 'backup', to, stepPages })
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    async close() {
      await channel.ask({ op: 'close' }).catch(() => {
        // It is lost, and closed with its holder.
      })
      release()
    },
  }
}

/** Bytes are sent with all of the memory that they are a part of. */
function alone(value: Value): Value {
  return value instanceof Uint8Array && value.byteLength < value.buffer.byteLength
    ? new Uint8Array(value)
    : value
}

function rowsOf(answer: SqliteRows | null): Row[] {
  if (answer === null) return []
  const { columns, rows } = answer
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      const value = values[index]
      row[column] =
        value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
    }
    return row
  })
}
