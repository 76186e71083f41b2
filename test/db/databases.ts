import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { Dialect } from '../../db/rows/table.ts'
import { temporaryPostgres } from './postgres-databases.ts'
import { copyTemplate, EMPTY } from './template.ts'

/** A database of its own for one test, gone after it. */
export interface TestDatabase extends AsyncDisposable {
  readonly dialect: Dialect
  readonly url: string
  open(options?: { readOnly?: boolean; busyTimeoutMs?: number }): Promise<Database>
}

/** Runs a test on SQLite and, where TEST_DATABASE_URL names a PostgreSQL server, on that as well. */
export function onEveryDatabase(
  title: string,
  run: (database: TestDatabase, t: TestContext) => Promise<void>,
  options: MigrateOption = {},
): void {
  test(`${title} (SQLite)`, async (t) => {
    await using database = await temporarySqlite(options)
    await run(database, t)
  })
  const server = process.env.TEST_DATABASE_URL
  test(`${title} (PostgreSQL)`, {
    skip: server === undefined ? 'TEST_DATABASE_URL is not set' : false,
  }, async (t) => {
    await using database = await temporaryPostgres(server ?? '', options.migrate)
    await run(database, t)
  })
}

/** The same with the database open, as most tests begin. */
export function withEveryDatabase(
  title: string,
  run: (db: Database, database: TestDatabase, t: TestContext) => Promise<void>,
): void {
  onEveryDatabase(title, async (database, t) => {
    await using db = await database.open()
    await run(db, database, t)
  })
}

interface MigrateOption {
  /** The first to open it for writing brings it from nothing to the newest schema. Default: it is a copy that has it. */
  readonly migrate?: boolean
}

/** A file in a folder of its own, made by who first opens it for writing. */
export async function temporarySqlite({ migrate = false }: MigrateOption = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-db-'))
  const url = join(folder, 'test.sqlite')
  let made: Promise<unknown> | null = null
  return {
    dialect: 'sqlite',
    url,
    async open(options) {
      if (!migrate && options?.readOnly !== true) {
        made ??= existsSync(url) ? Promise.resolve() : copyTemplate(EMPTY, url)
        await made
      }
      return openDatabase({ url, ...options })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
