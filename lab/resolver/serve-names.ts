import { createSocket, type RemoteInfo } from 'node:dgram'
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet'
import type { ResolvedName, ResolverOrder } from './resolver-order.ts'

/** RFC 1035, 4.1.1. */
const RECURSION_AVAILABLE = 1 << 7
const NAME_ERROR = 3
/** Longer than any load. */
const TTL_S = 300

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
  const question = query.questions?.[0]
  const hasAddress = found !== undefined && question?.type === 'A'
  return encode({
    type: 'response',
    ...(query.id !== undefined && { id: query.id }),
    flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | (found === undefined ? NAME_ERROR : 0),
    questions: query.questions ?? [],
    answers: hasAddress ? [{ type: 'A', name: question.name, ttl: TTL_S, data: found.address }] : [],
  })
}

/** Null: not DNS, and nothing to answer. */
function readQuery(message: Buffer): Packet | null {
  try {
    return decode(message)
  } catch {
    return null
  }
}
