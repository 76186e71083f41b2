import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import type { Measured, Metric } from './metric.ts'
import { segmentsOf } from './packet-payload.ts'
import { connectionRttMs } from './rtt.ts'
import { firstRequest, traced, unknown } from './traced.ts'

/** Parts of a round trip after the client's first data ACK: until here the first flight must have arrived… */
const FLIGHT_END = 0.5
/** …and from here on an answer to that ACK may come: a round trip may be a little shorter than that of the SYN. */
const ANSWERS_FROM = 0.9
/** Quiet before the answers, in spacings of segments: a link that takes a round trip per segment has such a gap too. */
const QUIET_SPACINGS = 2

/**
 * The server's initial congestion window, in full segments: of the connection with the first request, the data
 * segments that arrive before any could answer the client's first data ACK. Null, with the reason, where that flight
 * was shorter than a window (as that of most TLS handshakes is), where it cannot be distinguished from the next (a slow link,
 * a short round trip, a lost segment), and for QUIC, whose first flight is bounded by what the client sent.
 */
export const initialWindow: Metric = traced(
  'initial_window',
  'data segments that arrive before any could answer the client’s first data ACK',
  measureWindow,
)

function measureWindow(trace: PacketTrace): Measured {
  const request = firstRequest(trace)
  if (typeof request === 'string') return unknown(request)
  const connection = trace.connections[request.connection]
  if (connection?.transport !== 'tcp')
    return unknown('QUIC: the first flight is bounded by three times what the client sent (RFC 9000, 8.1)')
  const rttMs = connectionRttMs(trace, request.connection)
  if (rttMs === null) return unknown('the round trip is not known')
  const own = trace.packets.filter((packet) => packet.connection === request.connection)
  const data = own.filter(({ up, payloadBytes }) => !up && payloadBytes > 0)
  const ack = own.find(({ up, ackedBytes }) => up && ackedBytes !== null && ackedBytes > 0)
  if (!ack) return unknown('the client acknowledged no data')

  const answersFromMs = ack.atMs + ANSWERS_FROM * rttMs
  const flight = data.filter(({ atMs }) => atMs <= ack.atMs + FLIGHT_END * rttMs)
  const next = data.find(({ atMs }) => atMs >= answersFromMs)
  if (data.some(({ atMs, retransmission }) => retransmission !== false && atMs < answersFromMs + rttMs))
    return unknown('a segment was lost')
  const straddles = data.some((packet) => !flight.includes(packet) && packet.atMs < answersFromMs)
  if (straddles || isSteady(data, flight.length))
    return unknown('the first flight lasts until its answers could come: the link is too slow or too short')
  const segments = flight.reduce((sum, packet) => sum + segmentsOf(packet, connection.segmentBytes), 0)
  if (!next || !isFull(flight.at(-1), connection.segmentBytes) || mayBeAsked(own, ack, next, rttMs))
    return unknown(`the first flight (${segments} segments) was shorter than a window`)
  return {
    value: segments,
    note: `segments until ${FLIGHT_END} round trips (${rttMs.toFixed(1)} ms each) after the first data ACK`,
  }
}

/** True where the gap behind the flight is no wider than those around it, as where the link's rate sets the pace. */
function isSteady(data: readonly TracedPacket[], flightLength: number): boolean {
  // The packet behind the flight ends the quiet; the one behind that shows the pace of the answers.
  const around = data.slice(0, flightLength + 2)
  const gaps = around.slice(1).map(({ atMs }, index) => atMs - (around[index]?.atMs ?? atMs))
  const quietMs = gaps[flightLength - 1]
  const others = gaps.filter((_, index) => index !== flightLength - 1)
  // A pace to compare with needs another gap.
  return quietMs !== undefined && (others.length === 0 || quietMs <= QUIET_SPACINGS * Math.max(...others))
}

/** A sender that has more to send fills its segments. */
function isFull(packet: TracedPacket | undefined, segmentBytes: number | null): boolean {
  return packet !== undefined && (segmentBytes === null || packet.payloadBytes % segmentBytes === 0)
}

/** True where data went up that `next` may be the answer to: the server may have waited for that, not for an ACK. */
function mayBeAsked(
  own: readonly TracedPacket[],
  ack: TracedPacket,
  next: TracedPacket,
  rttMs: number,
): boolean {
  return own.some(
    ({ up, payloadBytes, atMs }) =>
      up && payloadBytes > 0 && atMs >= ack.atMs && atMs + ANSWERS_FROM * rttMs <= next.atMs,
  )
}
