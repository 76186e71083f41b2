import { createSocket, type Socket } from 'node:dgram'
import { Counter, type EchoMessage, readEcho, writeEcho } from './echo-message.ts'
import { sendPaced } from './paced.ts'

/** UDP port of the echo. Of no service (IANA: unassigned). */
export const ECHO_PORT = 4747

/** A session that has been quiet for this long is forgotten. */
const FORGET_MS = 60_000

/**
 * The far end of a link's calibration, over UDP: sends back what it is asked to, counts what arrives, says what it has
 * counted, and sends bursts. It is for a namespace of ours: on a network of others it would be an amplifier.
 */
export function serveEcho(address: string): Socket {
  const socket = createSocket('udp4')
  const sessions = new Map<number, Counter>()
  const counterOf = (session: number, nowMs: number): Counter => {
    const known = sessions.get(session)
    if (known) return known
    for (const [id, { lastMs }] of sessions) if (nowMs - lastMs > FORGET_MS) sessions.delete(id)
    const counter = new Counter()
    sessions.set(session, counter)
    return counter
  }
  socket.on('message', (datagram, from) => {
    const message = readEcho(datagram)
    if (!message) return
    const { session } = message
    const nowMs = performance.now()
    const send = (reply: EchoMessage, sizeBytes?: number) =>
      socket.send(writeEcho(reply, sizeBytes), from.port, from.address)
    switch (message.kind) {
      case 'echo':
        send(message, datagram.length)
        counterOf(session, nowMs).add(datagram.length, nowMs)
        break
      case 'data':
        counterOf(session, nowMs).add(datagram.length, nowMs)
        break
      case 'count':
        send({ kind: 'count', session, received: counterOf(session, nowMs).received })
        break
      case 'burst': {
        const { burst } = message
        void sendPaced(burst, (sequence) => send({ kind: 'data', session, sequence }, burst.sizeBytes))
        break
      }
    }
  })
  // An ICMP answer to what was sent to a client that has gone.
  socket.on('error', () => {})
  socket.bind(ECHO_PORT, address)
  return socket
}
