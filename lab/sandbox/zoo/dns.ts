import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet'
import type { ZooName } from './listener.ts'

/** Answer to one question; null is silence. */
type DnsBehaviour = (query: Packet, name: ZooName) => Buffer | null

/**
 * A quiet time after which a flipping name begins anew, so that every visit sees the same: less than it takes to start a
 * worker in the place of one that crashed, which visits again what that one was at.
 */
const FLIP_QUIET_MS = 250
const lastAsked = new Map<string, number>()

const DNS_BEHAVIOURS: Readonly<Record<string, DnsBehaviour>> = {
  servfail: (query) => reply(query, [], SERVFAIL),
  refused: (query) => reply(query, [], REFUSED),
  'no-address': (query) => reply(query, []),
  silent: () => null,
  /** Two A records of which the first is a byte too short; resolvers hand it on, since its RDLENGTH says so. */
  malformed: (query) => {
    const answer = reply(query, [])
    answer.writeUInt16BE(2, 6)
    return Buffer.concat([
      answer,
      recordHead(3),
      Buffer.from([198, 18, 0]),
      recordHead(4),
      Buffer.from([198, 18, 0, 1]),
    ])
  },
  /** Records of class CHAOS to a question of class IN. */
  chaos: (query, { name }) => reply(query, [{ type: 'A', name, class: 'CH', data: '198.18.0.1' }]),
  /** The name is an alias of another, which is an alias of the name. */
  'cname-loop': (query, { name }) => {
    const other = `other.${name}`
    const from = query.questions?.[0]?.name.toLowerCase() === other ? other : name
    return reply(query, [
      { type: 'CNAME', name: from, data: from === name ? other : name },
      { type: 'CNAME', name: from === name ? other : name, data: from },
    ])
  },
  /** An endless chain, 16 links of it in the answer. */
  'cname-chain': (query, { name }) =>
    reply(
      query,
      Array.from({ length: 16 }, (_, n) => ({
        type: 'CNAME' as const,
        name: n === 0 ? name : `n${n}.${name}`,
        data: `n${n + 1}.${name}`,
      })),
    ),
  /** The server's address to who asks first, loopback to who asks again at once (DNS rebinding). */
  flip: (query, { name, address }) => {
    if (query.questions?.[0]?.type !== 'A' || address === null) return reply(query, [])
    const now = performance.now()
    const again = now - (lastAsked.get(name) ?? Number.NEGATIVE_INFINITY) < FLIP_QUIET_MS
    lastAsked.set(name, now)
    return reply(query, [{ type: 'A', name, ttl: 0, data: again ? '127.0.0.1' : address }])
  },
}

/** An A record of the question's name, TTL 0, up to its RDATA (RFC 1035, 4.1.3). */
const recordHead = (rdLength: number) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, rdLength])

/** RCODEs of RFC 1035, 4.1.1; dns-packet writes them with the flags. */
const SERVFAIL = 2
const REFUSED = 5
const RECURSION_AVAILABLE = 1 << 7

function reply(query: Packet, answers: NonNullable<Packet['answers']>, rcode = 0): Buffer {
  return encode({
    type: 'response',
    ...(query.id !== undefined && { id: query.id }),
    flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | rcode,
    questions: query.questions ?? [],
    answers,
  })
}

function readQuery(message: Buffer): Packet | null {
  try {
    return decode(message)
  } catch {
    // Not DNS: nothing to answer, as real servers have it.
    return null
  }
}

/** Answers for the names that dnsmasq forwards here, over UDP and TCP. */
export function serveDns(address: string, names: readonly ZooName[]): void {
  const answer = (message: Buffer): Buffer | null => {
    const query = readQuery(message)
    if (!query) return null
    const asked = query.questions?.[0]?.name.toLowerCase() ?? ''
    const found = names.find(({ name }) => asked === name || asked.endsWith(`.${name}`))
    if (!found) return reply(query, [], REFUSED)
    const behave = DNS_BEHAVIOURS[found.behaviour.name]
    if (!behave) throw new Error(`zoo: there is no behaviour '${found.behaviour.name}' in DNS`)
    return behave(query, found)
  }
  const udp = createSocket('udp4')
  udp.on('message', (message, from) => {
    const answered = answer(message)
    if (answered) udp.send(answered, from.port, from.address)
  })
  udp.bind(53, address)
  createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        const answered = answer(received.subarray(2, end))
        received = received.subarray(end)
        if (!answered) continue
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answered.length)
        socket.write(Buffer.concat([length, answered]))
      }
    })
  }).listen(53, address)
}
