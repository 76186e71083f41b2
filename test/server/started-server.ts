import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type RunningServer, startServer } from '../../server/main.ts'
import { temporarySqlite } from '../db/databases.ts'
import { copyFixture } from './fixture-template.ts'

/** Of the file `/assets/large.bin`. */
export const LARGE_BYTES = 32 * 2 ** 20

/** The whole server, sockets and limits among it, over a database with the fixture in it. */
export async function startedServer(): Promise<RunningServer> {
  await using resources = new AsyncDisposableStack()
  const database = resources.use(await temporarySqlite())
  await copyFixture(database.url)
  const webFolder = await mkdtemp(join(tmpdir(), 'towline-web-'))
  resources.defer(() => rm(webFolder, { recursive: true }))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>dashboard</title>')
  await mkdir(join(webFolder, 'assets'))
  // More than the buffers of a connection take.
  await writeFile(join(webFolder, 'assets', 'large.bin'), Buffer.alloc(LARGE_BYTES))
  const server = resources.use(
    await startServer({
      ...{ database: database.url, host: '127.0.0.1', port: 0, webFolder, requestsPerMinute: 0 },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
      toolVersion: '0.1.0',
    }),
  )
  const owned = resources.move()
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
