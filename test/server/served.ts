import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Express } from 'express'
import { pino } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import { type AppOptions, createApp } from '../../server/app/app.ts'
import { ComparisonSource } from '../../server/comparisons/comparison-source.ts'
import { ComparisonThread } from '../../server/comparisons/comparison-thread.ts'
import { type Answer, ENDPOINTS, type EndpointName } from '../../server/contract/contract.ts'
import { type TestDatabase, temporarySqlite } from '../db/databases.ts'
import type { Fixture } from './fixture.ts'
import { openFixture } from './fixture-template.ts'

/** The app on a real port over a real database with the fixture in it. */
export interface Served extends AsyncDisposable {
  readonly url: string
  readonly app: Express
  /** Writes. */
  readonly writer: Database
  readonly fixture: Fixture
  readonly comparisons: ComparisonSource
  get(path: string, init?: RequestInit): Promise<Response>
  /** What `/metrics` tells the operator. */
  counts(): Promise<string>
  /** An answer of 200, checked against the contract, where every object is strict. */
  answer<Name extends EndpointName>(name: Name, path: string): Promise<Answer<Name>>
}

/** `on`: a database of the caller's, with nothing in it yet. Default: an SQLite file of its own. */
export async function served(options: Partial<AppOptions> = {}, on?: TestDatabase): Promise<Served> {
  await using resources = new AsyncDisposableStack()
  const database = on ?? resources.use(await temporarySqlite())
  const { db: writer, fixture } = await openFixture(database)
  resources.use(writer)
  const db = resources.use(await database.open({ readOnly: true }))
  const comparisons = new ComparisonSource(db, resources.use(new ComparisonThread()))
  const webFolder = await mkdtemp(join(tmpdir(), 'towline-web-'))
  resources.defer(() => rm(webFolder, { recursive: true }))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>dashboard</title>')
  await writeFile(join(webFolder, 'assets', 'main-1a2b.js'), 'export {}')
  const {
    handler,
    router: app,
    registry,
  } = createApp({
    ...{ db, writer: Promise.resolve(writer), comparisons, webFolder },
    log: pino({ level: 'silent' }),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
    toolVersion: '0.1.0',
    runId: 'test',
    requestsPerMinute: 0,
    ...options,
  })
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  resources.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = (path: string, init?: RequestInit): Promise<Response> => fetch(`${url}/api/v1${path}`, init)
  const owned = resources.move()
  return {
    ...{ url, app, writer, fixture, comparisons, get },
    counts: () => registry.metrics(),
    async answer<Name extends EndpointName>(name: Name, path: string): Promise<Answer<Name>> {
      const response = await get(path)
      const body = await response.json()
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
      return ENDPOINTS[name].answer.parse(body) as Answer<Name>
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The records of a CSV whose quoted fields hold no line break. */
export function csvCells(text: string): string[][] {
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
        quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
      ),
    )
}

/** A GET as a cache makes it: `fetch` forbids an answer of 304 by a header of its own. */
export async function revalidate(
  url: string,
  tag: string,
): Promise<{ readonly status: number; readonly etag: string | undefined; readonly body: string }> {
  const sent = request(url, { headers: { 'If-None-Match': tag } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const piece of response) body += String(piece)
  return { status: response.statusCode ?? 0, etag: response.headers.etag, body }
}
