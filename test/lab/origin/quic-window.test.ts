import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { ServeOrder } from '../../../lab/origin/origin.ts'
import { SERVERS, type ServerName } from '../../../lab/origin/servers.ts'
import { askHttp3 } from './get.ts'
import { ADDRESSES, makePlace, type Place, PORTS, startServer, whyNoServer } from './running-server.ts'

/** Each way; so long that a round trip is many times what this machine takes for anything. */
const DELAY_MS = 100
/** More than the largest window here holds. */
const SIZE_BYTES = 150_000
/** Shorter packets are acknowledgements, or the rest of the response's headers. */
const FULL_BYTES = 1_200

let place: Place
before(async () => {
  place = await makePlace({ 'a.test/big.png': randomBytes(SIZE_BYTES) })
})
after(() => place[Symbol.asyncDispose]())

/** Full packets that a server sends of a long response before it can have heard of the first of them. */
async function firstFlight(server: ServerName, changes: Partial<ServeOrder>): Promise<number> {
  await using _ = await startServer(place, place.order(server, changes))
  const arrivals: { readonly ms: number; readonly bytes: number }[] = []
  const [front, back] = [createSocket('udp4'), createSocket('udp4')]
  let client = 0
  front.on('message', (datagram, { port }) => {
    client = port
    setTimeout(() => back.send(datagram, PORTS.https, ADDRESSES.a), DELAY_MS)
  })
  back.on('message', (datagram) => {
    arrivals.push({ ms: performance.now(), bytes: datagram.length })
    setTimeout(() => front.send(datagram, client, '127.0.0.1'), DELAY_MS)
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  const question = { address: '127.0.0.1', host: 'a.test', path: '/big.png', caFile: place.caFile }
  const { got } = await askHttp3(question, front.address().port)
  front.removeAllListeners('message')
  back.removeAllListeners('message')
  // What is under way may still be sent.
  setTimeout(() => {
    front.close()
    back.close()
  }, 2 * DELAY_MS)
  assert.equal(got.body.length, SIZE_BYTES)
  // The handshake is more than a round trip before: its packets and those of the response are far apart.
  const pause = arrivals.findIndex(({ ms }, n) => ms - (arrivals[n - 1]?.ms ?? ms) > DELAY_MS)
  const first = arrivals.slice(pause).find(({ bytes }) => bytes > FULL_BYTES)
  assert.ok(pause > 0 && first)
  return arrivals.filter(
    ({ ms, bytes }) => bytes > FULL_BYTES && ms >= first.ms && ms < first.ms + 1.9 * DELAY_MS,
  ).length
}

for (const packets of [3, 16, 32])
  test(`towline: QUIC begins with the ${packets} packets that are asked for`, {
    skip: await whyNoServer('towline'),
  }, async () => {
    const seen = await firstFlight('towline', { quicInitialWindowPackets: packets })
    assert.ok(Math.abs(seen - packets) <= 1, `${seen} packets`)
  })

for (const server of ['towline', 'caddy'] as const)
  test(`${server}: where nothing is set QUIC begins with as many packets as the table says`, {
    skip: await whyNoServer(server),
  }, async () => {
    const seen = await firstFlight(server, {})
    const packets = SERVERS[server].quic?.initialWindowPackets ?? 0
    assert.ok(Math.abs(seen - packets) <= 2, `${seen} packets`)
  })
