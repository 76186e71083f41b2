import { createSocket, type Socket } from 'node:dgram'
import { Arrivals } from './arrivals.ts'
import { type EchoMessage, machineMs, readEcho, SOCKET_BUFFER_BYTES, writeEcho } from './echo-message.ts'
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
  const socket = createSocket({ type: 'udp4', recvBufferSize: SOCKET_BUFFER_BYTES })
  const sessions = new Map<string, Arrivals>()
  const arrivalsOf = (session: string, nowMs: number): Arrivals => {
    const known = sessions.get(session)
    if (known) return known
    for (const [id, { lastMs }] of sessions) if (nowMs - lastMs > FORGET_MS) sessions.delete(id)
    const arrivals = new Arrivals()
    sessions.set(session, arrivals)
    return arrivals
  }
  socket.on('message', (datagram, from) => {
    const nowMs = machineMs()
    const message = readEcho(datagram)
    if (!message) return
    const { session } = message
    const arrivals = arrivalsOf(`${from.address} ${from.port} ${session}`, nowMs)
    const send = (reply: EchoMessage, sizeBytes?: number) =>
      socket.send(writeEcho(reply, sizeBytes), from.port, from.address)
    switch (message.kind) {
      case 'echo':
        arrivals.add(message.sequence, datagram.length, nowMs)
        send({ ...message, arrived: arrivals.count }, datagram.length)
        break
      case 'data':
        arrivals.add(message.sequence, datagram.length, nowMs, message.sentMs)
        break
      case 'count':
        send({ ...message, received: arrivals.received(message.withinMs) })
        break
      case 'burst': {
        const { burst } = message
        void sendPaced(burst, (sequence) =>
          send({ kind: 'data', session, sequence, sentMs: machineMs() }, burst.sizeBytes),
        )
        break
      }
    }
  })
  // An ICMP answer to what was sent to a client that has gone.
  socket.on('error', () => {})
  socket.bind(ECHO_PORT, address)
  return socket
}
