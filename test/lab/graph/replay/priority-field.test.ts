import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Graph } from '../../../../model/graph/graph.ts'
import type { LoadProtocol } from '../../../../model/load-second.ts'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { opened } from '../../../opened.ts'
import { startWeb } from '../../../servers/web.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { makeOriginFiles, startServer, whyNoServer } from '../../origin/running-server.ts'
import { HOSTS, loadOrder, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()
// Before all tests: a pause between two of them can end the file's fixtures.
const skipCaddy = skip || (await whyNoServer('caddy'))

/** What the browser said of each request, and the field that it sends: an urgency of 3 is RFC 9218's default, and left out. */
const REQUESTS = [
  ['document', 'VeryHigh', 'u=0, i'],
  ['style', 'VeryHigh', 'u=0'],
  ['script', 'High', 'u=1'],
  ['data', 'High', 'u=1, i'],
  ['script', 'Medium', 'u=2'],
  ['image', 'Medium', 'u=2, i'],
  ['script', 'Low', undefined],
  ['image', 'Low', 'i'],
  ['script', 'VeryLow', 'u=4'],
  ['image', 'VeryLow', 'u=4, i'],
  ['font', null, 'u=0'],
  ['script', null, 'u=1'],
  ['image', null, 'i'],
] as const

const BODY = Buffer.alloc(1_000)

const served = opened(() =>
  makeOriginFiles(Object.fromEntries(REQUESTS.map((_, id) => [`a.test/${id}`, BODY]))),
)

/** The requests, all but the first after that. */
function graphOfRequests(): Graph {
  const nodes = REQUESTS.map(([resourceType, priority], id) =>
    fetchNode(id, { path: `/${id}`, resourceType, priority, after: id === 0 ? [] : [finished(0)] }),
  )
  const load = nodes.map(({ id }) => finished(id, 0, { why: 'load' }))
  return graphOf(nodes, { load: { atMs: null, guessed: true, after: load } })
}

/** Loads the graph once. Resolves to the `priority` field of each request, by its path, as a server got it. */
async function prioritiesSent(protocol: LoadProtocol): Promise<Map<string, string | undefined>> {
  await using web = await startWeb((_, response) => void (response as ServerResponse).end(BODY), served.pair)
  const hosts = new Map([['https://a.test', { name: 'a.test', address: '127.0.0.1', port: web.port }]])
  const order = orderOf(graphOfRequests(), served.caFile, { protocol }, hosts)
  const report = await loadOrder(served.folder, order)
  assert.ok(report.fetches.every(({ failure }) => failure === null))
  assert.equal(web.requests.length, REQUESTS.length)
  return new Map(web.requests.map(({ url, headers }) => [url, headers.priority?.toString()]))
}

test('over h2 each request has the priority that Chromium sends', { skip }, async () => {
  const sent = await prioritiesSent('h2')
  assert.deepEqual(
    REQUESTS.map(([type, priority], id) => [type, priority, sent.get(`/${id}`)]),
    REQUESTS,
  )
})

test('over h3 each request has the priority that Chromium sends', {
  skip: skipCaddy,
}, async () => {
  const server = await startServer(served, served.order('caddy'), writeAccessLog)
  await using _ = server
  const report = await loadOrder(
    served.folder,
    orderOf(graphOfRequests(), served.caFile, { protocol: 'h3' }, HOSTS),
  )
  assert.ok(report.fetches.every(({ failure }) => failure === null))
  // What it has served stands in its log once it has ended.
  const ended = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  await ended
  const requests = accessesIn(await server.log())
  assert.deepEqual(new Set(requests.map(({ proto }) => proto)), new Set(['HTTP/3.0']))
  const sent = new Map(requests.map(({ uri, headers }) => [uri, headers.Priority?.join()]))
  assert.deepEqual(
    REQUESTS.map(([type, priority], id) => [type, priority, sent.get(`/${id}`)]),
    REQUESTS,
  )
})

/** Caddy's JSON log, of requests too: the lab's own server says nothing of request fields. */
async function writeAccessLog(folder: string): Promise<void> {
  const file = join(folder, 'caddy.json')
  const config = JSON.parse(await readFile(file, 'utf8'))
  config.logging.logs.default = { level: 'INFO', encoder: { format: 'json' } }
  for (const server of Object.values<{ logs?: object }>(config.apps.http.servers)) server.logs = {}
  await writeFile(file, JSON.stringify(config))
}

interface Access {
  readonly proto: string
  readonly uri: string
  readonly headers: Readonly<Record<string, readonly string[]>>
}

function accessesIn(log: string): Access[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      const { logger, request } = JSON.parse(line) as { readonly logger?: string; readonly request?: Access }
      return logger?.startsWith('http.log.access') && request !== undefined ? [request] : []
    })
}

test('over h1 no request has a priority, as in Chromium', { skip }, async () => {
  const sent = await prioritiesSent('h1')
  assert.deepEqual(new Set(sent.values()), new Set([undefined]))
})
