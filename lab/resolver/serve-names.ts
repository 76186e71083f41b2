import { createSocket, type RemoteInfo } from 'node:dgram'
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet'
import { httpsRecordHex } from '../sandbox/site/https-record-hex.ts'
import type { ResolvedName, ResolverOrder } from './resolver-order.ts'

/** RFC 1035, 4.1.1. */
const RECURSION_AVAILABLE = 1 << 7
const NAME_ERROR = 3
/** Longer than any load. */
const TTL_S = 300
/** Type of an HTTPS record (RFC 9460, 14.2), which the library does not name. */
const HTTPS_TYPE = 'UNKNOWN_65'

/** Answers over UDP; a name that it does not know is none, at once. Resolves once it listens, to what ends it. */
export async function serveNames({ address, names }: ResolverOrder, port = 53): Promise<() => void> {
  const known = new Map(names.map((each) => [each.name, each]))
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const query = readQuery(message)
    const question = query?.questions?.[0]
    if (query === null || question === undefined) return
    const found = known.get(question.name.toLowerCase())
    const send = (): void => sendTo(from, replyTo(query, found))
    const waitMs = Math.round(found?.waitMs ?? 0)
    // A timer of 0 ms waits for one.
    if (waitMs === 0) send()
    else setTimeout(send, waitMs)
  })
  const sendTo = (from: RemoteInfo, reply: Buffer): void => socket.send(reply, from.port, from.address)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, resolve)
  })
  return () => socket.close()
}

function replyTo(query: Packet, found: ResolvedName | undefined): Buffer {
  const reply = {
    type: 'response',
    ...(query.id !== undefined && { id: query.id }),
    flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | (found === undefined ? NAME_ERROR : 0),
    questions: query.questions ?? [],
    answers: found === undefined ? [] : answersTo(query, found),
  }
  // The library takes records of unnamed types, which its types do not say.
  return encode(reply as Packet)
}

function answersTo({ questions }: Packet, { address, alpn }: ResolvedName): object[] {
  const { name, type } = questions?.[0] ?? {}
  if (type === 'A') return [{ type, name, ttl: TTL_S, data: address }]
  if (String(type) !== HTTPS_TYPE || alpn === undefined) return []
  return [{ type: HTTPS_TYPE, name, ttl: TTL_S, data: Buffer.from(httpsRecordHex({ alpn }), 'hex') }]
}

/** Returns null where it is not DNS, and nothing to answer. */
function readQuery(message: Buffer): Packet | null {
  try {
    return decode(message)
  } catch {
    return null
  }
}
