import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/connection/database.ts'
import { type App, createApp } from './app/app.ts'
import { startOperatorServer } from './app/operator-server.ts'
import type { CollectionLimits } from './collection/router.ts'
import { ComparisonSource } from './comparisons/comparison-source.ts'
import { ComparisonThread } from './comparisons/comparison-thread.ts'
import { refreshComparisons } from './comparisons/refresh-comparisons.ts'
import { openReaders, openWriter } from './database/open-databases.ts'
import { watchWal } from './database/watch-wal.ts'
import { maintainField } from './field/field-keeper.ts'
import { inTurn } from './http/in-turn.ts'
import { limitConnections } from './http/limit-connections.ts'
import { refuseTunnel } from './http/request-target.ts'

export interface ServerOptions {
  /** As `openDatabase` takes it. */
  readonly database: string
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Of `/metrics`, on loopback; 0 for any free one, null for none. Default null. */
  readonly operatorPort?: number | null
  readonly webFolder: string
  readonly log: Logger
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  /** Wall time, ISO 8601. */
  readonly now: () => string
  readonly toolVersion: string
  readonly recorded?: boolean
  readonly requestsPerMinute?: number
  /** Open connections, and requests under way, of one address (IPv6: of one /56); 0 for any number. Default 256. */
  readonly connectionsPerAddress?: number
  readonly proxies?: number
  readonly collect?: CollectionLimits
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:8080`. */
  readonly address: string
  /** Of `/metrics`; null where there is none. */
  readonly operatorAddress: string | null
}

/** safety.md ING-6: a slow client holds a connection for seconds, not minutes. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
} as const
/**
 * Nothing moves on a connection for so long: who asked does not read. Longer than any answer takes to make. Node may wait
 * for it a second time where a part had been sent meanwhile.
 */
const IDLE_MS = 20_000
const MAX_HEADERS = 64
const MAX_CONNECTIONS = 2_000
/** An eighth: 40 browsers behind one address. */
const CONNECTIONS_PER_ADDRESS = 256

/** Requests under way get so long to end when the server is stopped. */
const DRAIN_MS = 10_000

/**
 * Opens the database, listens and answers until it is disposed of, which lets requests under way end. Rejects with a
 * `DatabaseError`, or with the system's error where it cannot listen.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { database, log, clock, now } = options
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await openReaders(database))
  const [onDemand, inBackground] = [
    resources.use(new ComparisonThread()),
    resources.use(new ComparisonThread()),
  ]
  const comparisons = new ComparisonSource(db, onDemand)
  const writer = Promise.withResolvers<Database | null>()
  const {
    connectionsPerAddress: ofAddress = CONNECTIONS_PER_ADDRESS,
    proxies = 0,
    operatorPort = null,
  } = options
  const app = createApp({
    ...{ ...options, db, comparisons, writer: writer.promise, runId: randomUUID() },
    underWayPerAddress: ofAddress,
  })
  const server = createServer(
    LIMITS,
    inTurn(app.handler, () => app.refused('pipelined')),
  )
  server.setTimeout(IDLE_MS)
  server.maxHeadersCount = MAX_HEADERS
  // Behind proxies all connections are theirs: only requests can be counted by client (`limitUnderWay`).
  const perAddress = proxies > 0 ? 0 : ofAddress
  limitConnections(server, { inAll: MAX_CONNECTIONS, perAddress, onRefused: app.refused })
  server.on('connect', refuseTunnel)
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const operator = operatorPort === null ? null : await operated(server, app, { ...options, operatorPort })
  const stop = new AbortController()
  const writing = openWriter(database, log)
  void writing.catch(() => null).then(writer.resolve)
  const background = writing
    .then((writer) =>
      refreshComparisons({
        ...{ source: comparisons, thread: inBackground, db, writer, log, now },
        signal: stop.signal,
      }),
    )
    .catch((error: unknown) => log.error({ err: error }, 'comparisons are not refreshed any more'))
  const kept = writing
    .then((writer) => maintainField({ db, writer, now, clock, log, signal: stop.signal }))
    .catch((error: unknown) => log.error({ err: error }, 'the field is not kept in order any more'))
  const watched = writing
    .catch(() => null)
    .then((writer) => watchWal({ db, writer, log, signal: stop.signal }))
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
      await inBackground[Symbol.asyncDispose]()
      await Promise.all([background, kept, watched, warm])
      await opened.disposeAsync()
      // The last to go: only a writer can empty SQLite's log into the file.
      await (await writing.catch(() => null))?.[Symbol.asyncDispose]()
    },
  }
}

/** The server of the operator; where it cannot listen, the one of everybody ends too. */
async function operated(
  server: Server,
  { registry }: App,
  { operatorPort, clock, now }: ServerOptions & { readonly operatorPort: number },
): Promise<Server> {
  try {
    return await startOperatorServer({ port: operatorPort, registry, clock, now, limits: LIMITS })
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const timer = new AbortController()
  await Promise.race([
    closed,
    sleep(DRAIN_MS, undefined, { signal: timer.signal }).catch(() => {
      // All requests ended before the time was up.
    }),
  ])
  timer.abort()
  server.closeAllConnections()
  await closed
}

function formatAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
