import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Database } from '../../../db/connection/database.ts'
import { openStudy } from '../../../db/field/field-studies.ts'
import type { ServerOptions } from '../../../server/main.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import { LIST, SITES, TODAY } from './records.ts'
import { type FieldServer, serveFolder } from './serve-folder.ts'

/** The whole server, over a database of its own with an open study in it. */
export interface Collector extends FieldServer {
  /** The file. */
  readonly database: string
  /** A connection of the test's own. */
  readonly db: Database
  /** Lines of the log so far. */
  readonly logged: readonly string[]
  rows(): Promise<number>
  /** Ends the server, the database stays; disposing of it may follow. */
  stop(): Promise<void>
}

export interface CollectorOptions extends Partial<ServerOptions> {
  /** The study is a closed pilot. */
  readonly pilot?: string
  /** The caller's, with nothing in it yet. Default: an SQLite file of its own. */
  readonly on?: TestDatabase
}

export async function collector({ pilot, on, ...options }: CollectorOptions = {}): Promise<Collector> {
  await using resources = new AsyncDisposableStack()
  const database = on ?? resources.use(await temporarySqlite())
  const db = resources.use(await database.open())
  await openSandbox(db, pilot ?? null)
  const webFolder = await mkdtemp(join(tmpdir(), 'towline-web-'))
  resources.defer(() => rm(webFolder, { recursive: true }))
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const server = await serveFolder(webFolder, database.url, options, log)
  const stopping = new AsyncDisposableStack()
  stopping.use(server)
  resources.use(stopping)
  const owned = resources.move()
  return {
    ...server,
    ...{ database: database.url, db, logged },
    rows: async () => Number((await db.query('SELECT count(*) AS n FROM contributions'))[0]?.n),
    stop: () => stopping.disposeAsync(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** An open study of 100 made-up sites. */
export async function openSandbox(db: Database, pilot: string | null = null): Promise<void> {
  await openStudy(db, {
    ...{ list: LIST, openedDay: TODAY, pilot, thresholds: null },
    sites: Array.from({ length: SITES }, (_, site) => ({ site, domain: `site${site}.test` })),
  })
}

/** An error's code and sentence. */
export async function failureOf(
  response: Response,
): Promise<{ status: number; error: string; message: string }> {
  const body = (await response.json()) as { error: string; message: string }
  return { status: response.status, ...body }
}
