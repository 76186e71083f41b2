import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { LoadProtocol } from '../../../../model/load-second.ts'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { startWeb } from '../../../servers/web.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { makeOriginFiles, type OriginFiles } from '../../origin/running-server.ts'
import { loadOrder, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()

let served: OriginFiles
before(async () => {
  served = await makeOriginFiles({})
})
after(() => served[Symbol.asyncDispose]())

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

/** Loads a graph of them once. Resolves to the `priority` field of each request, by its path, as a server got it. */
async function prioritiesSent(protocol: LoadProtocol): Promise<Map<string, string | undefined>> {
  const [key, cert] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(join(served.folder, name))),
  )
  assert.ok(key && cert)
  await using web = await startWeb(
    (_, response) => void (response as ServerResponse).end(Buffer.alloc(1_000)),
    { key, cert },
  )
  const nodes = REQUESTS.map(([resourceType, priority], id) =>
    fetchNode(id, { path: `/${id}`, resourceType, priority, after: id === 0 ? [] : [finished(0)] }),
  )
  const load = nodes.map(({ id }) => finished(id, 0, { why: 'load' }))
  const graph = graphOf(nodes, { load: { atMs: null, guessed: true, after: load } })
  const hosts = new Map([['https://a.test', { name: 'a.test', address: '127.0.0.1', port: web.port }]])
  const report = await loadOrder(served.folder, orderOf(graph, served.caFile, { protocol }, hosts))
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

test('over h1 no request has a priority, as in Chromium', { skip }, async () => {
  const sent = await prioritiesSent('h1')
  assert.deepEqual(new Set(sent.values()), new Set([undefined]))
})
