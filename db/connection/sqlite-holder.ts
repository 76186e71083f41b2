// Holds a connection to a SQLite file in a thread or process of its own, as node:sqlite works synchronously: a statement
// that takes long, or waits for a lock, does not hold up whoever asked for it.
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'
import type { Value } from './database.ts'
import type {
  OpenSqliteRequest,
  SqliteAnswer,
  SqliteFailure,
  SqliteRequest,
  SqliteRows,
} from './sqlite-requests.ts'

/** Statements that are kept prepared, by their text. */
const MOST_STATEMENTS = 200

/** https://www.sqlite.org/rescode.html: the names of the primary result codes from 1 on. */
const CODES =
  'ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' ',
  )

let connection: DatabaseSync | null = null
let isStopped = false
const statements = new Map<string, StatementSync>()

function open({ file, readOnly, lengthBytes }: OpenSqliteRequest): void {
  connection = new DatabaseSync(file.startsWith('file:') ? new URL(file) : file, {
    readOnly,
    // Migrations change the text of the schema.
    defensive: false,
    ...(lengthBytes === null ? {} : { limits: { length: lengthBytes } }),
  })
}

function demandOpen(): DatabaseSync {
  if (connection === null) throw new Error('no database is open')
  return connection
}

function prepared(sql: string): StatementSync {
  const kept = statements.get(sql)
  if (kept !== undefined) return kept
  const statement = demandOpen().prepare(sql)
  statement.setReturnArrays(true)
  const [oldest] = statements.size < MOST_STATEMENTS ? [] : statements.keys()
  if (oldest !== undefined) statements.delete(oldest)
  statements.set(sql, statement)
  return statement
}

/** node:sqlite binds every number as REAL, and 7 || '' would be '7.0'. */
function bound(value: Value): Exclude<Value, boolean> | bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function all({ sql, bindings }: Extract<SqliteRequest, { op: 'all' }>): SqliteRows {
  const statement = prepared(sql)
  const rows = statement.all(...bindings.map(bound))
  return {
    columns: rows.length === 0 ? [] : statement.columns().map(({ name }) => name),
    rows: rows as unknown as SqliteRows['rows'],
  }
}

async function copy({ to, stepPages }: Extract<SqliteRequest, { op: 'backup' }>): Promise<void> {
  isStopped = false
  await backup(demandOpen(), to, {
    rate: stepPages,
    progress() {
      if (isStopped) throw new Error('the backup was stopped')
    },
  })
}

async function answer(request: SqliteRequest): Promise<SqliteRows | null> {
  switch (request.op) {
    case 'open':
      open(request)
      return null
    case 'all':
      return all(request)
    case 'backup':
      await copy(request)
      return null
    case 'stop':
      isStopped = true
      return null
    case 'close':
      statements.clear()
      connection?.close()
      connection = null
      return null
  }
}

function failureOf(error: unknown): SqliteFailure {
  const { message, errcode } = error as Error & { readonly errcode?: number }
  if (errcode === undefined) return { message, code: null }
  const code = `SQLITE_${CODES[(errcode & 0xff) - 1] ?? errcode}`
  return { message: `${code}: ${message}`, code }
}

function send(reply: SqliteAnswer): void {
  if (parentPort === null) process.send?.(reply)
  else parentPort.postMessage(reply)
}

async function take([id, request]: readonly [number, SqliteRequest]): Promise<void> {
  try {
    send([id, null, await answer(request)])
  } catch (error) {
    send([id, failureOf(error), null])
  }
}

if (parentPort === null) {
  process.on('message', (message) => void take(message as [number, SqliteRequest]))
  // The caller is gone.
  process.on('disconnect', () => process.exit())
} else parentPort.on('message', (message: [number, SqliteRequest]) => void take(message))
