import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { ServeOrder } from '../../../lab/origin/serve-order.ts'
import type { ServerName } from '../../../lab/origin/servers.ts'
import { askHttp3 } from './get.ts'
import { ADDRESSES, makeOriginFiles, type OriginFiles, PORTS, startServer } from './running-server.ts'

/** Each way; so long that a round trip is many times what this machine takes for anything. */
const DELAY_MS = 100
/** More than the largest window here holds. */
const SIZE_BYTES = 150_000
/** Shorter packets are acknowledgements, or the rest of the response's headers. */
const FULL_BYTES = 1_100
const TRIES = 10

/** Full packets that a server sends of a long response before it can have heard of the first of them. */
export async function firstFlight(server: ServerName, changes: Partial<ServeOrder>): Promise<number> {
  await using served = await makeOriginFiles({ 'a.test/big.png': randomBytes(SIZE_BYTES) })
  for (let tries = 1; ; tries += 1) {
    const { seen, lateMs } = await relayedFlight(served, server, changes)
    // Where this process stood still for long, the server has sent again what nobody answered.
    if (lateMs < DELAY_MS || tries === TRIES) return seen
  }
}

/** Beside the packets how late they were passed on at most. */
async function relayedFlight(
  served: OriginFiles,
  server: ServerName,
  changes: Partial<ServeOrder>,
): Promise<{ readonly seen: number; readonly lateMs: number }> {
  await using _ = await startServer(served, served.order(server, changes))
  const [front, back] = [createSocket('udp4'), createSocket('udp4')]
  let client = 0
  let seen = 0
  let lateMs = 0
  const later = (act: () => void): void => {
    const dueMs = performance.now() + DELAY_MS
    setTimeout(() => {
      lateMs = Math.max(lateMs, performance.now() - dueMs)
      act()
    }, DELAY_MS)
  }
  // The first full packet has reached the client, and what the client sent after that the server.
  let [delivered, heard] = [false, false]
  front.on('message', (datagram, { port }) => {
    client = port
    const isAnswer = delivered
    later(() => {
      heard ||= isAnswer
      back.send(datagram, PORTS.https, ADDRESSES.a)
    })
  })
  back.on('message', (datagram) => {
    // The handshake's packets have a long header, which the first bit tells (RFC 9000, 17.2).
    const isFull = ((datagram[0] ?? 0) & 0x80) === 0 && datagram.length > FULL_BYTES
    if (isFull && !heard) seen += 1
    later(() => {
      delivered ||= isFull
      front.send(datagram, client, '127.0.0.1')
    })
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  const question = { address: '127.0.0.1', host: 'a.test', path: '/big.png', caFile: served.caFile }
  const { got } = await askHttp3(question, front.address().port)
  front.removeAllListeners('message')
  back.removeAllListeners('message')
  // What is under way may still be sent.
  setTimeout(() => {
    front.close()
    back.close()
  }, 2 * DELAY_MS)
  assert.equal(got.body.length, SIZE_BYTES)
  assert.ok(heard)
  return { seen, lateMs }
}
