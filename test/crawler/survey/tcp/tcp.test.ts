import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { networkError, tcpFailure } from '../../../../crawler/network/classify.ts'
import { SITE_TIMEOUT } from '../../../../crawler/survey/operation/context.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { fullQueue } from '../../../servers/full-queue.ts'
import { serveStream } from '../../../servers/stream.ts'
import { AT_ONCE_MS, endpoint, HURRY_MS, hurried, surveyContext } from '../../../servers/survey-context.ts'

test('a connection is a row with its time and family, and a socket', async () => {
  await using server = await serveStream(() => {})
  const { row, socket } = await tcp(endpoint(server.port, { hop: 1, connection: 3 }), surveyContext())
  assert.ok(socket !== null && !socket.destroyed)
  socket.destroy()
  assert.equal(row.failure, null)
  assert.equal(row.result?.family, 4)
  assert.ok((row.durationMs ?? -1) > 0)
  assert.ok((row.result?.rttMs ?? -1) > 0)
  assert.deepEqual(
    [row.operation, row.hop, row.connection, row.scheme, row.host, row.port, row.address, row.path],
    ['tcp', 1, 3, 'https', 'site.test', server.port, '127.0.0.1', null],
  )
})

test('IPv6 is connected to as well', async () => {
  await using server = await serveStream(() => {}, '::1')
  const { row, socket } = await tcp(endpoint(server.port, { address: '::1', family: 6 }), surveyContext())
  socket?.destroy()
  assert.deepEqual([row.failure, row.result?.family], [null, 6])
})

test('a closed port is tcp_refused', async () => {
  const server = await serveStream(() => {})
  await server[Symbol.asyncDispose]()
  const { row, socket } = await tcp(endpoint(server.port), surveyContext())
  assert.equal(row.failure, 'tcp_refused')
  assert.equal(socket, null)
  assert.match(row.detail ?? '', /ECONNREFUSED/)
})

test('a SYN without an answer is tcp_timeout when its time is over', async () => {
  await using server = await fullQueue()
  const { row, socket } = await tcp(endpoint(server.port), surveyContext({ timeouts: hurried('tcpMs') }))
  assert.equal(row.failure, 'tcp_timeout')
  assert.equal(socket, null)
  const tookMs = row.durationMs ?? 0
  assert.ok(tookMs >= HURRY_MS - 5 && tookMs < AT_ONCE_MS, `${tookMs} ms`)
})

test('an address that cannot be reached by TCP is tcp_unreachable', async () => {
  // Linux answers connect(2) to the broadcast address itself: no packet leaves.
  const { row, socket } = await tcp(endpoint(443, { address: '255.255.255.255' }), surveyContext())
  assert.equal(row.failure, 'tcp_unreachable')
  assert.equal(socket, null)
  for (const code of ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EACCES']) {
    assert.equal(tcpFailure(networkError(Object.assign(new Error(), { code }))), 'tcp_unreachable')
  }
})

test('to an address that may not be connected to nothing is sent', async () => {
  await using server = await serveStream(() => {})
  const { row, socket } = await tcp(endpoint(server.port), surveyContext({ allows: () => false }))
  await new Promise((resolve) => setTimeout(resolve, 30))
  assert.equal(row.failure, 'address_refused')
  assert.equal(socket, null)
  assert.equal(server.accepted, 0)
})

test("the site's own limit is site_timeout at once, with nothing sent where it was over before", async () => {
  await using server = await serveStream(() => {})
  const before = await tcp(endpoint(server.port), surveyContext({ signal: AbortSignal.abort(SITE_TIMEOUT) }))
  assert.equal(before.row.failure, 'site_timeout')
  await using full = await fullQueue()
  const controller = new AbortController()
  setTimeout(() => controller.abort(SITE_TIMEOUT), 50)
  const { row, socket } = await tcp(endpoint(full.port), surveyContext({ signal: controller.signal }))
  assert.equal(row.failure, 'site_timeout')
  assert.equal(socket, null)
  assert.ok((row.durationMs ?? 0) < AT_ONCE_MS, `${row.durationMs} ms`)
  assert.equal(server.accepted, 0)
})

test('any other abort rejects with its reason', async () => {
  const stop = new Error('stopped')
  await assert.rejects(tcp(endpoint(1), surveyContext({ signal: AbortSignal.abort(stop) })), stop)
})

test('a connect time that a busy process noticed late is no RTT', async () => {
  await using server = await serveStream(() => {})
  const busy = await tcp(endpoint(server.port), surveyContext({ loop: { lateMs: 40 } }))
  busy.socket?.destroy()
  assert.deepEqual([busy.row.failure, busy.row.result?.rttMs, busy.row.result?.lateMs], [null, null, 40])
})

test('a connect time in which the SYN was repeated is no RTT', async () => {
  await using server = await fullQueue()
  const connecting = tcp(endpoint(server.port), surveyContext())
  // Node connects in the next tick; its SYN is dropped before the queue has room.
  setImmediate(server.wake)
  const { row, socket } = await connecting
  socket?.destroy()
  assert.deepEqual([row.failure, row.result?.rttMs], [null, null])
  assert.ok((row.durationMs ?? 0) >= 1_000, `${row.durationMs} ms`)
})

test('a connection that is reset as soon as it stands is a connection, however soon', async () => {
  await using server = await serveStream((socket) => socket.resetAndDestroy())
  for (let attempt = 0; attempt < 50; attempt++) {
    const { row, socket } = await tcp(endpoint(server.port), surveyContext())
    socket?.destroy()
    assert.equal(row.failure, null)
  }
})

test('an error of a socket that nobody listens to ends nothing', async () => {
  await using server = await serveStream((socket) => socket.resetAndDestroy())
  const { socket } = await tcp(endpoint(server.port), surveyContext())
  if (socket !== null && !socket.destroyed) await once(socket.resume(), 'close')
})
