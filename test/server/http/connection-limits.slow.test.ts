import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { COLLECTION_PATH } from '../../../server/collection/collection-path.ts'
import { MOST_PIPELINED } from '../../../server/http/in-turn.ts'
import { collector } from '../collection/collector.ts'
import { record } from '../collection/records.ts'
import { type RawSocket, rawSocket } from './raw-socket.ts'

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`

const answersIn = (text: string): number => text.split('HTTP/1.1 ').length - 1

/** An upload from another address of this machine; resolves to its status. */
async function uploadFrom(address: string, from: string): Promise<number> {
  const sent = request(address + COLLECTION_PATH, {
    ...{ method: 'POST', localAddress: from, agent: false },
    headers: { 'content-type': 'application/json' },
  })
  sent.end(JSON.stringify(record()))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

test('requests that are sent ahead are answered in order, up to so many', async () => {
  await using server = await collector()
  using client = await rawSocket(server.address)
  const paths = Array.from({ length: MOST_PIPELINED }, (_, index) => `/api/v1/sites?pageSize=${index + 1}`)
  client.socket.write(
    paths.map(GET).join('') + GET('/api/v1/meta').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  )
  await client.closed
  assert.equal(answersIn(client.received()), MOST_PIPELINED + 1)
  const sizes = [...client.received().matchAll(/"pageSize":(\d+)/g)].map(([, size]) => Number(size))
  assert.deepEqual(
    sizes,
    paths.map((_, index) => index + 1),
  )
})

test('connections with 1,400 requests sent ahead are closed, and uploads of others are answered', async () => {
  await using server = await collector({ operatorPort: 0 })
  const clients = await Promise.all(Array.from({ length: 60 }, () => rawSocket(server.address)))
  for (const { socket } of clients) socket.write(GET('/api/v1/openapi.json').repeat(1_400))
  assert.equal(await uploadFrom(server.address, '127.0.0.2'), 201)
  await Promise.all(clients.map(({ closed }) => closed))
  for (const { received } of clients)
    assert.ok(answersIn(received()) <= MOST_PIPELINED, String(answersIn(received())))
  const counts = await (await fetch(`${server.operatorAddress}/metrics`)).text()
  assert.match(counts, /towline_connections_refused_total\{limit="pipelined"\} 60/)
})

test('one address has its share of the connections: 2,300 that send nothing keep nobody else out', async () => {
  await using server = await collector()
  const slow: RawSocket[] = []
  const closed: Promise<void>[] = []
  for (let batch = 0; batch < 23; batch += 1)
    for (const client of await Promise.all(Array.from({ length: 100 }, () => rawSocket(server.address)))) {
      client.socket.write(`POST ${COLLECTION_PATH} HTTP/1.1\r\nHost: a.test\r\nX: `)
      slow.push(client)
      closed.push(client.closed)
    }
  const statuses = new Set<number>()
  for (let upload = 0; upload < 20; upload += 1) statuses.add(await uploadFrom(server.address, '127.0.0.2'))
  assert.deepEqual([...statuses], [201])
  // 256 of them stay, until they have been too slow.
  await Promise.all(closed)
  assert.equal(slow.filter(({ received }) => received().includes(' 408 ')).length, 256)
})

test('behind a proxy the connections are the proxy’s: requests under way are counted by client', async () => {
  await using server = await collector({ proxies: 1, connectionsPerAddress: 3 })
  const slow = await Promise.all(Array.from({ length: 6 }, () => rawSocket(server.address)))
  const head = (from: string) =>
    `POST ${COLLECTION_PATH} HTTP/1.1\r\nHost: a.test\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
  for (const [index, { socket }] of slow.entries()) socket.write(head(`192.0.2.1:${5_000 + index}`))
  // Three wait for their bodies; the others are refused, whatever port the proxy writes beside the address.
  const refused = () => slow.filter(({ received }) => received().startsWith('HTTP/1.1 429 ')).length
  while (refused() < 3) await Promise.race(slow.map(({ socket }) => once(socket, 'data')))
  assert.equal((await server.post(record(), { 'X-Forwarded-For': '192.0.2.2' })).status, 201)
  assert.equal((await server.post(record(), { 'X-Forwarded-For': '192.0.2.1' })).status, 429)
  assert.equal(refused(), 3)
  for (const client of slow) client[Symbol.dispose]()
})
