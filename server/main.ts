import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Database } from '../db/connection/database.ts'
import type { DataLicenseId } from '../model/data-license.ts'
import { type App, createApp } from './app/app.ts'
import { runBackground } from './app/background.ts'
import { startOperatorServer } from './app/operator-server.ts'
import { startPublicServer } from './app/public-server.ts'
import type { CheckBoxOptions } from './checks/check-box.ts'
import type { CollectionLimits } from './collection/collection-limits.ts'
import { ComparisonSource } from './comparisons/comparison-source.ts'
import { ComparisonThread } from './comparisons/comparison-thread.ts'
import { openReaders, openWriter } from './database/open-databases.ts'
import { drain, formatAddress, TIME_LIMITS } from './http/listening.ts'

export interface ServerOptions {
  /** Named as `openDatabase` takes it. */
  readonly database: string
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Port of `/metrics`, on loopback; 0 for any free one, null for none. Default null. */
  readonly operatorPort?: number | null
  readonly webFolder: string
  readonly log: Logger
  readonly clock: () => number
  readonly now: () => string
  readonly toolVersion: string
  readonly recorded?: boolean
  /** The database is somebody else's: only read, within limits. Default false. */
  readonly readOnly?: boolean
  readonly dataLicense?: DataLicenseId | null
  readonly requestsPerMinute?: number
  /** Open connections, and requests under way, of one address (IPv6: of one /56); 0 for any number. Default 256. */
  readonly connectionsPerAddress?: number
  readonly proxies?: number
  /** Origin where the public reaches it, as `https://towline.example`; null, the default: unknown. */
  readonly publicOrigin?: string | null
  readonly collect?: CollectionLimits
  readonly checks?: CheckBoxOptions | null
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:8080`. */
  readonly address: string
  /** Address of `/metrics`; null where there is none. */
  readonly operatorAddress: string | null
}

/** An eighth of all: 40 browsers behind one address. */
const CONNECTIONS_PER_ADDRESS = 256

/**
 * Opens the database, listens and answers until it is disposed of, which lets requests under way end. Rejects with a
 * `DatabaseError`, or with the system's error where it cannot listen.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { database, log, clock, now, proxies = 0, operatorPort = null, readOnly = false } = options
  const { connectionsPerAddress = CONNECTIONS_PER_ADDRESS } = options
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await openReaders(database, readOnly))
  const onDemand = resources.use(new ComparisonThread())
  const thread = resources.use(new ComparisonThread())
  const comparisons = new ComparisonSource(db, onDemand)
  const writer = Promise.withResolvers<Database | null>()
  const app = createApp({
    ...options,
    ...{ db, comparisons, writer: writer.promise, runId: randomUUID() },
    underWayPerAddress: connectionsPerAddress,
  })
  const server = await startPublicServer(app, {
    host: options.host,
    port: options.port,
    // Behind proxies all connections are theirs: only requests can be counted by client (`limitUnderWay`).
    connectionsPerAddress: proxies > 0 ? 0 : connectionsPerAddress,
  })
  const operator =
    operatorPort === null ? null : await startOperator(server, app, { ...options, operatorPort })
  const stop = new AbortController()
  const opening = readOnly ? Promise.resolve(null) : openWriter(database, log)
  void opening.catch(() => null).then(writer.resolve)
  const { signal } = stop
  const background = runBackground({ db, writer: opening, comparisons, thread, log, now, clock, signal })
  const warm = app
    .warmUp()
    .catch((error: unknown) => log.error({ err: error }, 'the first answers are not prepared'))
  const opened = resources.move()
  log.debug({ startedMs: clock() }, 'listening')
  return {
    address: formatAddress(server),
    operatorAddress: operator === null ? null : formatAddress(operator),
    async [Symbol.asyncDispose]() {
      await Promise.all([drain(server), operator === null ? null : drain(operator)])
      app.end()
      stop.abort()
      await thread[Symbol.asyncDispose]()
      await Promise.all([background, warm])
      await opened.disposeAsync()
      // The last to go: only a writer can empty SQLite's log into the file.
      await (await opening.catch(() => null))?.[Symbol.asyncDispose]()
    },
  }
}

/** The server of the operator; where it cannot listen, the one of everybody ends too. */
async function startOperator(
  server: Server,
  { registry }: App,
  { operatorPort, clock, now }: ServerOptions & { readonly operatorPort: number },
): Promise<Server> {
  try {
    return await startOperatorServer({ port: operatorPort, registry, clock, now, limits: TIME_LIMITS })
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}
