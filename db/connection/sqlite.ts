import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import knexFactory, { type Knex } from 'knex'
import type { Database as Sqlite } from 'sqlite3'
import type { Database, Row } from './database.ts'
import { DatabaseError, databaseError } from './database-error.ts'
import { database, KNEX_QUIET } from './knex-database.ts'
import { migrate, schemaState } from './migrate.ts'
import { prepareConnection, type SqliteOptions } from './sqlite-connection.ts'
import { stillFile, whileStill } from './still-file.ts'
import { withinLimits } from './strangers-database.ts'

/** Opens a SQLite file: version, pragmas, whose file it is, its health (`quick_check`), its schema. */
export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { file, readOnly } = options
  const label = { dialect: 'sqlite', name: file } as const
  let knex: Knex | null = null
  let opened: Sqlite | null = null
  try {
    const isNew = await prepareFile(file, readOnly)
    const still = readOnly ? await stillFile(file) : null
    knex = knexFactory({
      client: 'sqlite3',
      // Knex adds flags to READWRITE | CREATE and takes none away, so read-only is asked for in a URI.
      connection: {
        filename: `${pathToFileURL(resolve(file)).href}?mode=${readOnly ? 'ro' : 'rwc'}${still === null ? '' : '&immutable=1'}`,
        flags: ['OPEN_URI'],
      },
      useNullAsDefault: true,
      ...KNEX_QUIET,
      pool: {
        min: 1,
        max: 1,
        afterCreate: (connection: Sqlite, done: (error: Error | null, connection: Sqlite) => void) => {
          opened = connection
          prepareConnection(connection, options).then(
            () => done(null, connection),
            (error: unknown) => done(error as Error, connection),
          )
        },
      },
    })
    if (!isNew) await checkContent(knex, options)
    if (!readOnly && (await schemaState(knex)).state !== 'current') await migrate(knex, 'sqlite')
    const plain = database(knex, label, readOnly)
    const { limits } = options
    const db = limits === undefined ? plain : withinLimits(plain, () => opened, limits)
    return still === null ? db : whileStill(db, file, still)
  } catch (error) {
    await knex?.destroy()
    throw databaseError(error, label)
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
async function checkContent(knex: Knex, { file, readOnly }: SqliteOptions): Promise<void> {
  const schema = await schemaState(knex)
  if (schema.state === 'newer') {
    throw new DatabaseError(
      'newer',
      `the database ${file} was written by a newer towline (${schema.unknown.join(', ')}): update towline, or name another file in DATABASE_URL`,
    )
  }
  if (readOnly && schema.state !== 'current') {
    throw new DatabaseError(
      'unreadable',
      `the database ${file} is of an older towline: any survey brings it up to date`,
    )
  }
  if (readOnly) return
  const [health] = await knex.raw<Row[]>('PRAGMA quick_check(1)')
  if (health?.quick_check !== 'ok') {
    throw Object.assign(new Error(`quick_check: ${String(health?.quick_check)}`), { code: 'SQLITE_CORRUPT' })
  }
}
