import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { VERSION } from '../../../cli/options/version.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'
import { temporaryFolder } from '../towline.ts'
import { type Ask, asking } from './asking.ts'
import { type Released, released } from './released.ts'

/** The data set of a database, and a server of the same database. */
export interface ReleasedAndServed extends AsyncDisposable {
  readonly set: Released
  readonly ask: Ask
}

/** @param database its path or URL */
export async function releasedAndServed(
  database: string,
  { recorded = false }: { readonly recorded?: boolean } = {},
): Promise<ReleasedAndServed> {
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await readOnlyServer(database, { recorded }))
  const set = resources.use(await released(database))
  const owned = resources.move()
  return { set, ask: asking(server.address), [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** A server of a database, with the built dashboard. */
export function readOnlyServer(
  database: string,
  { recorded = false }: { readonly recorded?: boolean } = {},
): ReturnType<typeof startReadOnlyServer> {
  return startReadOnlyServer({
    ...{ database, webFolder: WEB_FOLDER, toolVersion: VERSION, recorded },
    log: pino({ level: 'silent' }),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
  })
}

/** Of a copy of the demonstration's database. */
export async function releasedDemo(): Promise<ReleasedAndServed> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  const database = join(folder.path, 'towline.sqlite')
  await copyFile(RECORDED, database)
  const { set, ask } = resources.use(await releasedAndServed(database, { recorded: true }))
  const owned = resources.move()
  return { set, ask, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
