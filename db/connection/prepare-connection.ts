import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { APPLICATION_ID } from './migrate.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type ReadLimits, refuseCode } from './strangers-database.ts'

// 3.51.3 (2026-03-13) fixed the WAL-reset bug, which corrupts databases of several connections: sqlite.org/wal.html.
const OLDEST_SQLITE = [3, 51, 3] as const

/** Set, and read back. The defaults of SQLite are another journal, no busy timeout and a trusted schema. */
const PRAGMAS = {
  synchronous: 2, // FULL: a power cut loses nothing that was committed
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  // Readers hold the log's beginning: it grows while one is at work, and is used anew from its start, and cut back to
  // this, by the first write that finds all of it checkpointed and nobody reading it.
  journal_size_limit: 16 * 2 ** 20,
} as const

export interface SqliteOptions {
  readonly file: string
  readonly readOnly: boolean
  readonly busyTimeoutMs: number
  /** Limits a database that somebody else made. Default: none. */
  readonly limits?: ReadLimits
}

type RunSql = (sql: string) => Promise<Row[]>

/** Makes a new connection safe to use (DB-1, DB-2). Rejects before anything of the file is changed if it is not ours. */
export async function prepareConnection(
  { all }: Pick<SqliteConnection, 'all'>,
  { file, readOnly, busyTimeoutMs }: SqliteOptions,
): Promise<void> {
  const runSql: RunSql = (sql) => untilNotBusy(busyTimeoutMs, () => all(sql))
  const [sqlite] = await runSql('SELECT sqlite_version() AS version')
  if (isOlder(String(sqlite?.version))) {
    throw new Error(
      `SQLite ${String(sqlite?.version)} can corrupt a database (WAL-reset bug): 3.51.3 or newer is needed`,
    )
  }
  // First of all, since everything else can meet a lock.
  await setPragma(runSql, file, 'busy_timeout', busyTimeoutMs)
  await refuseForeign(runSql, file)
  await refuseCode(runSql, file)
  for (const [name, value] of Object.entries(PRAGMAS)) await setPragma(runSql, file, name, value)
  // A reader could not change the journal, and need not: a file that is ours has it.
  if (!readOnly) await setPragma(runSql, file, 'journal_mode', 'wal')
  // Deletions are overwritten wherever their page is written anyway (safety.md P7).
  await setPragma(runSql, file, 'secure_delete', 'FAST', 2)
  await setPragma(runSql, file, 'query_only', readOnly ? 1 : 0)
}

const BUSY_STEP_MS = 20

/** SQLite does not wait, whatever its busy timeout, while another connection switches the file to WAL. */
async function untilNotBusy<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + timeoutMs; ; ) {
    try {
      return await work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'SQLITE_BUSY' || performance.now() >= untilMs) throw error
    }
    await sleep(BUSY_STEP_MS)
  }
}

/** `told` is what SQLite calls `wanted` when it is asked. */
async function setPragma(
  runSql: RunSql,
  file: string,
  pragma: string,
  wanted: number | string,
  reportedAs = wanted,
): Promise<void> {
  await runSql(`PRAGMA ${pragma} = ${wanted}`)
  const [row] = await runSql(`PRAGMA ${pragma}`)
  const [found] = Object.values(row ?? {})
  if (found !== reportedAs)
    throw new Error(`SQLite did not take ${pragma} = ${wanted} for ${file}: ${String(found)}`)
}

async function refuseForeign(runSql: RunSql, file: string): Promise<void> {
  const [header] = await runSql('PRAGMA application_id')
  if (header?.application_id === APPLICATION_ID) return
  const [content] = await runSql('SELECT count(*) AS tables FROM sqlite_schema')
  if (content?.tables === 0) return
  throw new DatabaseError(
    'unreadable',
    `${file} is a database of another program: name another file in DATABASE_URL`,
  )
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part < wanted
  }
  return false
}
