import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createApp } from './app/app.ts'
import { startPublicServer } from './app/public-server.ts'
import { ComparisonSource } from './comparisons/comparison-source.ts'
import { ComparisonThread } from './comparisons/comparison-thread.ts'
import { openReaders } from './database/open-databases.ts'
import { drain, formatAddress } from './http/listening.ts'
import type { ServerOptions } from './main.ts'

interface ReadOnlyServerOptions
  extends Pick<
    ServerOptions,
    'database' | 'webFolder' | 'clock' | 'now' | 'toolVersion' | 'recorded' | 'dataLicense'
  > {
  readonly log: Logger
}

export interface ReadOnlyServer extends AsyncDisposable {
  /** `http://127.0.0.1:40123`. */
  readonly address: string
}

/**
 * The API on a free port of 127.0.0.1, for one caller that asks for everything: no limits, and no connection that writes.
 * Comparisons that are not stored are computed and held in memory.
 */
export async function startReadOnlyServer(options: ReadOnlyServerOptions): Promise<ReadOnlyServer> {
  const log = options.log.child({})
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await openReaders(options.database))
  const thread = resources.use(new ComparisonThread())
  const comparisons = new ComparisonSource(db, thread)
  const app = createApp({
    ...options,
    ...{ log, db, comparisons, writer: Promise.resolve(null), runId: randomUUID() },
    requestsPerMinute: 0,
    underWayPerAddress: 0,
  })
  resources.defer(() => app.end())
  const server = await startPublicServer(app, { host: '127.0.0.1', port: 0, connectionsPerAddress: 0 })
  resources.defer(() => drain(server))
  comparisons.onPending = (keys) => {
    void (async () => {
      for (const key of keys) await comparisons.compute(key)
    })().catch((error: unknown) => log.error({ err: error }, 'a comparison is not computed'))
  }
  // A caller who leaves breaks off an answer, which is no fault.
  resources.defer(() => {
    log.level = 'silent'
  })
  const opened = resources.move()
  return {
    address: formatAddress(server),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
