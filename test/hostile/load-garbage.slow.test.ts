import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import tls from 'node:tls'
import type { LoadOrder } from '../../lab/load/order.ts'
import { loadOrder, pageFiles, resourcesOf, wholeLoad, whyNoLoad } from '../lab/load/run-load.ts'
import { ADDRESSES, makeOriginFiles, PORTS, startServer, whyNoServer } from '../lab/origin/running-server.ts'
import { opened } from '../opened.ts'

const FILES = pageFiles(4)
const skip = whyNoLoad() || (await whyNoServer('towline'))
const GARBAGE = [
  randomBytes(10_000),
  Buffer.from('GET / HTTP/9.9\r\n\r\n'),
  Buffer.from(`GET ${'a'.repeat(100_000)} HTTP/1.1\r\n`),
  Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), randomBytes(1_000)]),
  // A handshake record of TLS that promises more than it has, and one of nothing.
  Buffer.from([22, 3, 1, 255, 255, 1, 0, 255, 255]),
  Buffer.from([22, 3, 1, 0, 0]),
  // A long header of QUIC version 1 with random content.
  Buffer.concat([Buffer.from([0xc3, 0, 0, 0, 1, 20]), randomBytes(1_190)]),
]

const served = opened(() => makeOriginFiles(FILES))

const order = (changes: Partial<LoadOrder> = {}): LoadOrder => loadOrder(served, resourcesOf(FILES), changes)

/** Sends all garbage to a server's ports, over TCP and UDP. */
async function attack(): Promise<void> {
  const udp = createSocket('udp4')
  for (const address of [ADDRESSES.a, ADDRESSES.b])
    for (const port of [PORTS.http, PORTS.https])
      for (const bytes of GARBAGE) {
        const socket = connect({ host: address, port })
        socket.on('error', () => {
          // The server is right to end it.
        })
        socket.resume().end(bytes)
        await new Promise((closed) => socket.on('close', closed))
        await new Promise((sent) => udp.send(bytes.subarray(0, 1_200), port, address, sent))
      }
  udp.close()
}

test('garbage at ports and control pipe keeps no origin server from serving a load', {
  skip,
}, async () => {
  await using server = await startServer(served, served.order('towline'))
  for (const bytes of GARBAGE) server.child.stdin?.write(bytes)
  for (const protocol of ['h1', 'h2', 'h3'] as const) {
    const [{ end }] = await Promise.all([wholeLoad(served.folder, order({ protocol })), attack()])
    assert.deepEqual([protocol, end.pagesDone, end.errors], [protocol, 6, {}])
  }
  assert.equal(server.child.exitCode, null)
  assert.doesNotMatch(await server.log(), /panicked/)
})

test('a server’s garbage fails the pages of a load, never its client', { skip }, async () => {
  for (const [protocol, alpn] of [
    ['h1', 'http/1.1'],
    ['h2', 'h2'],
  ] as const)
    for (const bytes of GARBAGE) {
      await using stack = new AsyncDisposableStack()
      for (const address of [ADDRESSES.a, ADDRESSES.b]) {
        const sockets = new Set<tls.TLSSocket>()
        const server = tls.createServer({ ...served.pair, ALPNProtocols: [alpn] }, (socket) => {
          sockets.add(socket)
          socket.on('error', () => {
            // The client is right to end it.
          })
          socket.end(bytes)
        })
        server.listen(PORTS.https, address)
        await once(server, 'listening')
        stack.defer(() => {
          for (const socket of sockets) socket.destroy()
          return new Promise((closed) => void server.close(() => closed()))
        })
      }
      const { end } = await wholeLoad(served.folder, order({ protocol, pageLimitMs: 500, durationMs: 1_000 }))
      assert.equal(end.pagesDone, 0, protocol)
      assert.ok(end.pagesFailed > 0, JSON.stringify(end))
    }
})
