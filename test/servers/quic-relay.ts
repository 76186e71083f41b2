import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** Passes datagrams between a client and a port of 127.0.0.1, and reads what QUIC leaves readable of the client's. */
export interface QuicRelay extends AsyncDisposable {
  readonly port: number
  /** Port that the datagrams go to; may be changed. */
  target: number
  /** Connection attempts: client addresses with a first Initial. */
  readonly connections: Set<string>
  /** Initial packets with a token: of a Retry, or of a NEW_TOKEN frame of an earlier connection. */
  tokens: number
  /** 0-RTT packets: the client has taken up an earlier session. */
  earlyData: number
}

/** Listens on UDP at the port of 127.0.0.1 given, which may be open for TCP. */
export async function relayQuic(port: number, target: number): Promise<QuicRelay> {
  const front = createSocket('udp4')
  front.bind(port, '127.0.0.1')
  await once(front, 'listening')
  const backs = new Map<number, Socket>()
  const relay: QuicRelay = {
    port: front.address().port,
    target,
    connections: new Set(),
    tokens: 0,
    earlyData: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of [front, ...backs.values()]) socket.close()
    },
  }
  front.on('message', (datagram, { port: client }) => {
    for (const packet of longHeaders(datagram)) {
      if (packet.type === 'initial') relay.connections.add(`${client} ${packet.destination}`)
      if (packet.type === 'initial' && packet.tokenBytes > 0) relay.tokens += 1
      if (packet.type === '0-rtt') relay.earlyData += 1
    }
    let back = backs.get(client)
    if (back === undefined) {
      back = createSocket('udp4')
      back.on('message', (answer) => front.send(answer, client, '127.0.0.1'))
      // The server may be away for a while.
      back.on('error', () => {})
      backs.set(client, back)
    }
    back.send(datagram, relay.target, '127.0.0.1')
  })
  return relay
}

interface LongHeader {
  readonly type: 'initial' | '0-rtt' | 'handshake' | 'retry'
  readonly destination: string
  readonly tokenBytes: number
}

const TYPES = ['initial', '0-rtt', 'handshake', 'retry'] as const

/** The packets with a long header that a datagram begins with (RFC 9000, 17.2; version 1). */
function longHeaders(datagram: Buffer): LongHeader[] {
  const packets: LongHeader[] = []
  let offset = 0
  while (offset + 7 < datagram.length && ((datagram[offset] ?? 0) & 0x80) !== 0) {
    const type = TYPES[((datagram[offset] ?? 0) >> 4) & 0x03] ?? 'retry'
    let next = offset + 5
    const destinationBytes = datagram[next] ?? 0
    const destination = datagram.toString('hex', next + 1, next + 1 + destinationBytes)
    next += 1 + destinationBytes
    next += 1 + (datagram[next] ?? 0)
    let tokenBytes = 0
    if (type === 'initial') {
      const token = readVarint(datagram, next)
      tokenBytes = token.value
      next = token.end + token.value
    }
    const length = readVarint(datagram, next)
    packets.push({ type, destination, tokenBytes })
    if (type === 'retry') break
    offset = length.end + length.value
  }
  return packets
}

/** RFC 9000, 16. */
function readVarint(bytes: Buffer, offset: number): { value: number; end: number } {
  const first = bytes[offset] ?? 0
  const size = 1 << (first >> 6)
  let value = first & 0x3f
  for (let index = 1; index < size; index++) value = value * 256 + (bytes[offset + index] ?? 0)
  return { value, end: offset + size }
}
