import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../cli/data/serve.ts'
import { RECORDED } from '../../cli/demo/recorded.ts'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { VERSION } from '../../cli/options/version.ts'
import { type RunningServer, startServer } from '../../server/main.ts'

/** The dashboard as `towline serve` has it, over a copy of an SQLite file; gone when disposed of. */
export async function serveData(database: string): Promise<RunningServer> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'towline-data-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  // A copy, for an open database has files beside it, and comparisons are written to it.
  const copy = join(folder, 'data.sqlite')
  await copyFile(database, copy).catch((error: unknown) => {
    throw new CliError(EXIT.noInput, `there is no ${database} to show: name another with --database`, {
      cause: error,
    })
  })
  const server = resources.use(
    await startServer({
      database: copy,
      host: '127.0.0.1',
      port: 0,
      webFolder: WEB_FOLDER,
      toolVersion: VERSION,
      log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
      recorded: database === RECORDED,
      requestsPerMinute: 0,
    }),
  )
  const owned = resources.move()
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Of the sites whose page was loaded, the one with the most requests. */
export async function largestSite(address: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/sites?probed=yes&sort=requests&order=desc&pageSize=1`)
  if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`)
  const { rows } = (await response.json()) as { readonly rows: readonly { readonly domain: string }[] }
  const [first] = rows
  if (first === undefined) throw new CliError(EXIT.noInput, 'the database has no site whose page was loaded')
  return first.domain
}

/** Of the sites that the field has a curve of, the one with the most contributors; null where there is none. */
export async function mostContributed(address: string): Promise<string | null> {
  const response = await fetch(`${address}/api/v1/field/sites?sort=contributors&order=desc&pageSize=1`)
  if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`)
  const { rows } = (await response.json()) as { readonly rows: readonly { readonly domain: string }[] }
  return rows[0]?.domain ?? null
}
