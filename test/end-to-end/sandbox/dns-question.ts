/** A program for inside the client's namespace: RESOLVER udp|tcp NAME/TYPE… Prints the DnsReplies as a JSON array. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { decode, encode, type Packet, type RecordType, streamEncode } from 'dns-packet'
import type { DnsReply } from './inside.ts'

const [, , resolver = '', transport = 'udp', ...questions] = process.argv
/** So long that no stall of a machine is taken for silence. */
const SILENCE_MS = 5000

function question(asked: string): Packet {
  const [name = '', type = 'A'] = asked.split('/')
  return {
    type: 'query',
    id: 1,
    flags: 1 << 8,
    // dns-packet has no name for type 65.
    questions: [{ type: (type === 'HTTPS' ? 'UNKNOWN_65' : type) as RecordType, name }],
  }
}

async function byUdp(asked: string): Promise<Buffer | null> {
  const socket = createSocket('udp4')
  try {
    socket.send(encode(question(asked)), 53, resolver)
    const [message] = (await once(socket, 'message', { signal: AbortSignal.timeout(SILENCE_MS) })) as [Buffer]
    return message
  } catch {
    // The abort: no answer in time, which is a result.
    return null
  } finally {
    socket.close()
  }
}

async function byTcp(asked: string): Promise<Buffer | null> {
  const socket = connect(53, resolver)
  socket.write(streamEncode(question(asked)))
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer])
    if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) return received.subarray(2)
  }
  return null
}

function read(message: Buffer): Packet | null {
  try {
    return decode(message)
  } catch {
    // Said as `malformed`.
    return null
  }
}

async function reply(asked: string): Promise<DnsReply> {
  const message = await (transport === 'tcp' ? byTcp(asked) : byUdp(asked))
  if (message === null) return { rcode: null, truncated: false, answers: [] }
  const packet = read(message)
  const rcode = (packet as { rcode?: string } | null)?.rcode ?? 'malformed'
  return { rcode, truncated: ((packet?.flags ?? 0) & (1 << 9)) !== 0, answers: packet?.answers ?? [] }
}

// One after the other: dnsmasq takes no more than 20 TCP connections at a time.
const replies: DnsReply[] = []
for (const asked of questions) replies.push(await reply(asked))
console.log(JSON.stringify(replies))
