import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database, Query } from './database.ts'
import { DatabaseError, databaseError } from './database-error.ts'
import { healthChecks } from './health-checks.ts'
import { migrate, schemaState } from './migrate.ts'
import { prepareConnection, type SqliteOptions } from './prepare-connection.ts'
import { database } from './session-database.ts'
import type { Sessions } from './sessions.ts'
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts'
import { stillFile, whileStill } from './still-file.ts'
import { withinLimits } from './strangers-database.ts'
import { Turns } from './turns.ts'
import { untilDescriptors } from './until-descriptors.ts'

/** Opens a SQLite file: version, pragmas, whose file it is, its health (`quick_check`), its schema. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { file, readOnly } = options
  const label = { dialect: 'sqlite', name: file } as const
  let first: SqliteConnection | null = null
  try {
    const isNew = await prepareFile(file, readOnly)
    const still = readOnly ? await stillFile(file) : null
    const connect = (): Promise<SqliteConnection> => connectPrepared(options, still !== null)
    first = await connect()
    const { all } = first
    if (!isNew) await checkContent(all, options)
    if (!readOnly && (await schemaState(all, 'sqlite')).state !== 'current') await migrate(all, 'sqlite')
    const plain = database(sqliteSessions(first, connect), label, readOnly)
    const db = options.limits === undefined ? plain : withinLimits(plain)
    return still === null ? db : whileStill(db, file, still)
  } catch (error) {
    await first?.close()
    throw databaseError(error, label)
  }
}

/** `isStill`: nobody writes to the file, and no file may be made beside it. */
async function connectPrepared(options: SqliteOptions, isStill: boolean): Promise<SqliteConnection> {
  const { file, readOnly, limits } = options
  const path = resolve(file)
  const connection = await connectSqlite({
    file: isStill ? `${pathToFileURL(path).href}?immutable=1` : path,
    readOnly,
    lengthBytes: limits?.lengthBytes ?? null,
    statementMs: limits?.queryMs ?? null,
  })
  try {
    await prepareConnection(connection, options)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** True where the file is not there yet or has nothing in it. */
async function prepareFile(file: string, readOnly: boolean): Promise<boolean> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found?.isDirectory() === true) {
    throw new DatabaseError('unreadable', `the database ${file} is a folder: name a file`)
  }
  if (found !== null && !found.isFile())
    throw new DatabaseError('refused', `the database ${file} is a device, FIFO or socket: name a file`)
  if (readOnly && (found === null || found.size === 0)) {
    throw new DatabaseError(
      'unreadable',
      `there is no database ${file} yet: run a survey first, or check DATABASE_URL`,
    )
  }
  if (found === null) {
    await mkdir(dirname(resolve(file)), { recursive: true })
    // Its owner's alone, and with it its log: SQLite would make it as the umask says. Whoever comes first makes it.
    await (await open(file, 'a', 0o600)).close()
  }
  return found === null || found.size === 0
}

/** Its schema and, before writing to it, whether it is whole. A reader meets damage when it reads it. */
async function checkContent(query: Query, { file, readOnly }: SqliteOptions): Promise<void> {
  const schema = await schemaState(query, 'sqlite')
  if (schema.state === 'newer') {
    throw new DatabaseError(
      'newer',
      `the database ${file} was written by a newer towline (${schema.unknown.join(', ')}): update towline, or name another file in DATABASE_URL`,
    )
  }
  if (readOnly && schema.state !== 'current') {
    throw new DatabaseError(
      'unreadable',
      `the database ${file} is of an older towline: \`towline serve\`, like any command that writes, brings it up to date`,
    )
  }
  if (readOnly) return
  const [pages] = await query('PRAGMA page_count')
  const [page] = await query('PRAGMA page_size')
  const tables = await query("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const sizeBytes = Number(pages?.page_count) * Number(page?.page_size)
  for (const check of healthChecks(sizeBytes, new Set(tables.map(({ name }) => String(name))))) {
    const [health] = await query(check)
    if (health?.quick_check !== undefined && health.quick_check !== 'ok')
      throw Object.assign(new Error(`quick_check: ${String(health.quick_check)}`), { code: 'SQLITE_CORRUPT' })
  }
}

/**
 * The one connection of a SQLite file, which those who ask get one after the other.
 * @param connect opens another one where it is lost
 */
function sqliteSessions(first: SqliteConnection, connect: () => Promise<SqliteConnection>): Sessions {
  let connection = first
  const turns = new Turns(1)
  return {
    async acquire() {
      await turns.begin()
      try {
        if (connection.isLost) connection = await connect()
      } catch (error) {
        turns.end()
        throw error
      }
      return { run: (sql, bindings) => untilDescriptors(() => connection.all(sql, bindings)) }
    },
    release: () => turns.end(),
    async [Symbol.asyncDispose]() {
      await turns.over()
      await connection.close()
    },
  }
}
