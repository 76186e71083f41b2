import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { QuicBehaviourName } from '../../lab/sandbox/zoo/quic-behaviours.ts'
import { serveQuic } from '../../lab/sandbox/zoo/quic-server.ts'

/** What a storm is made of, sent from the server's own socket. */
export type StormKind = 'stateless-reset' | 'version-negotiation' | 'retry'

export interface StormOrder {
  readonly kind: StormKind
  /** What the server behind the storm does. */
  readonly behaviour: QuicBehaviourName
  /** Datagrams of the client after which the storm begins: 1 is within the handshake. */
  readonly afterDatagrams: number
  readonly datagrams: number
  readonly keyFile: string
  readonly certFile: string
}

/** Datagrams sent at a time, so that those of the server come between. */
const BATCH = 50

// A process of its own: what the storm costs to send is not to be taken for what it costs to receive.
const order = JSON.parse(process.argv[2] ?? '{}') as StormOrder
const server = await serveQuic({
  address: '127.0.0.1',
  port: 0,
  key: readFileSync(order.keyFile),
  cert: readFileSync(order.certFile),
  behaviour: order.behaviour,
})
const front = createSocket('udp4')
const back = createSocket('udp4')
front.bind(0, '127.0.0.1')
back.bind(0, '127.0.0.1')
await Promise.all([once(front, 'listening'), once(back, 'listening')])
for (const socket of [front, back]) socket.on('error', () => {})

let clientPort = 0
let heard = 0
front.on('message', (datagram, from) => {
  clientPort = from.port
  heard += 1
  back.send(datagram, server.port, '127.0.0.1')
  if (heard === order.afterDatagrams) blow(datagram, order.datagrams)
})
back.on('message', (datagram) => front.send(datagram, clientPort, '127.0.0.1'))

function blow(initial: Buffer, left: number): void {
  const count = Math.min(BATCH, left)
  for (let i = 0; i < count; i += 1) front.send(junk(initial, left - i), clientPort, '127.0.0.1')
  if (left > count) setImmediate(() => blow(initial, left - count))
}

/** No packet of the connection, but as near to one as who does not know its keys can come. */
function junk(initial: Buffer, n: number): Buffer {
  if (order.kind === 'stateless-reset') {
    // RFC 9000, 10.3: a short header and noise, the last 16 bytes of which would be the token.
    const reset = Buffer.alloc(43, n)
    reset[0] = 0x40 | (n & 0x3f)
    reset.writeUInt32BE(n, 20)
    return reset
  }
  const dcidEnd = 6 + (initial[5] ?? 0)
  const dcid = initial.subarray(6, dcidEnd)
  const scid = initial.subarray(dcidEnd + 1, dcidEnd + 1 + (initial[dcidEnd] ?? 0))
  const ids = [Buffer.of(scid.length), scid, Buffer.of(dcid.length), dcid]
  // RFC 9000, 17.2.1: one that names version 1 must be passed over (6.2). 17.2.5: one whose tag is wrong too.
  return order.kind === 'version-negotiation'
    ? Buffer.concat([Buffer.of(0xc0, 0, 0, 0, 0), ...ids, Buffer.of(0, 0, 0, 1, 0x1a, 0x2a, 0x3a, 0x4a)])
    : Buffer.concat([Buffer.of(0xf0, 0, 0, 0, 1), ...ids, Buffer.alloc(32, n)])
}

process.stdout.write(`${front.address().port}\n`)
