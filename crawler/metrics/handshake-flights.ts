import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import { payloadOf } from './packet-payload.ts'
import { connectionRttMs } from './rtt.ts'

/** The content of a connection's TLS handshake, and how long that took; bytes are those of TCP segments or UDP datagrams. */
export interface HandshakeFlights {
  /** Bytes that the client sent before it heard anything of TLS. */
  readonly clientFirstBytes: number
  /** Bytes that the server sent of its part before it had to wait for the client. */
  readonly serverFirstBytes: number
  /** All that the server sent before the client's Finished. */
  readonly serverBytes: number
  /** Counted from the connection's first packet until the client could send a request. */
  readonly roundTrips: number
  /** Size of the server's largest packet: so much at a time does it send. */
  readonly packetBytes: number
}

/** Measured in round trips: a server that waits for the client is silent for longer, one that sends is not. */
const WAIT = 0.5

/**
 * Measures the handshake of a connection. A server that may send no more (the initial window of TCP, or three times what a
 * client of QUIC has sent: RFC 9000, 8.1) is silent until something of the client arrives: a round trip more each time.
 * Resolves to why it cannot be measured where that shows nothing: no TLS, no round-trip time, or a lost packet.
 */
export function handshakeFlights(trace: PacketTrace, connection: number): HandshakeFlights | string {
  const transport = trace.connections[connection]?.transport
  const own = trace.packets.filter((packet) => packet.connection === connection)
  const finished = own.findIndex((packet) => packet.finished)
  const rttMs = connectionRttMs(trace, connection)
  if (finished < 0) return 'no handshake of TLS was captured'
  if (rttMs === null) return 'the round trip is not known'
  const before = own.slice(0, finished)
  if (before.some(({ retransmission }) => retransmission === true)) return 'a packet was lost'
  const down = before.filter(({ up, payloadBytes }) => !up && payloadBytes > 0)
  const [first] = down
  if (first === undefined) return 'nothing of the server was captured'
  const flights = flightsOf(down, WAIT * rttMs)
  return {
    clientFirstBytes: payloadOf(before.filter(({ up, atMs }) => up && atMs <= first.atMs)),
    serverFirstBytes: payloadOf(flights[0] ?? []),
    serverBytes: payloadOf(down),
    roundTrips: flights.length + (transport === 'tcp' ? 1 : 0),
    packetBytes: Math.max(...down.map(({ payloadBytes }) => payloadBytes)),
  }
}

/** The packets between which there is no wait. */
function flightsOf(packets: readonly TracedPacket[], waitMs: number): TracedPacket[][] {
  const flights: TracedPacket[][] = []
  for (const packet of packets) {
    const current = flights.at(-1)
    if (current !== undefined && packet.atMs - (current.at(-1)?.atMs ?? 0) <= waitMs) current.push(packet)
    else flights.push([packet])
  }
  return flights
}
