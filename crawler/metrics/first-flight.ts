import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import { connectionRttMs } from './rtt.ts'

/** In round trips after a response's first packet: until here nothing answers an acknowledgement of that packet. */
const ANSWERS_FROM = 0.9
/** Quiet before the next flight, in the largest gap within the first: a slow link, or a sender that paces, has none. */
const QUIET_GAPS = 2
/** Shorter ones are the end of something, or acknowledgements. */
const FULL_SHARE = 0.9
/** The smallest full packet that QUIC allows (RFC 9000, 14); of TCP the connection says it. */
const QUIC_PACKET_BYTES = 1_200

/** Over shorter round trips a server that works for a moment between two packets seems to wait for an acknowledgement. */
const SHORTEST_RTT_MS = 5

/** Responses before it, such as a redirect, may have had so many packets: of so few no window grows. */
const MOST_BEFORE = 4

/**
 * Packets that the server of a connection sent of its first long response before it could hear of any: its initial window,
 * with what it grew by while certificates were acknowledged (three packets at most). Null where it cannot be told: nothing was
 * left to send, the link is too slow for a gap or too short, something was lost, or what follows may answer another request.
 */
export function firstFlight(trace: PacketTrace, connection: number): number | null {
  const { segmentBytes = null } = trace.connections[connection] ?? {}
  const rttMs = connectionRttMs(trace, connection)
  const own = trace.packets.filter((packet) => packet.connection === connection)
  let data = own.filter(({ up, response }) => !up && response)
  if (rttMs === null || rttMs < SHORTEST_RTT_MS) return null
  for (let before = 0; before <= MOST_BEFORE; ) {
    const [first] = data
    if (first === undefined) return null
    const flight = data.filter(({ atMs }) => atMs < first.atMs + ANSWERS_FROM * rttMs)
    const [last, next] = [flight.at(-1) ?? first, data[flight.length]]
    const segments = flight.reduce((sum, packet) => sum + segmentsOf(packet, segmentBytes), 0)
    if (next === undefined) return null
    if (isFull(last, data, segmentBytes)) return isWhole(own, flight, last, next, rttMs) ? segments : null
    before += segments
    data = data.slice(flight.length)
  }
  return null
}

/** Whether the flight is all that the server could send, and `next` is what an acknowledgement released. */
function isWhole(
  own: readonly TracedPacket[],
  flight: readonly TracedPacket[],
  last: TracedPacket,
  next: TracedPacket,
  rttMs: number,
): boolean {
  const [first = last] = flight
  const isLost = own.some(
    ({ up, retransmission, atMs }) => !up && retransmission !== false && atMs <= next.atMs,
  )
  const gaps = flight.slice(1).map(({ atMs }, index) => atMs - (flight[index]?.atMs ?? atMs))
  const isQuiet = next.atMs - last.atMs > QUIET_GAPS * Math.max(0, ...gaps)
  return !isLost && isQuiet && !mayBeAsked(own, first, next, rttMs)
}

/** A sender that has more to send fills its packets. The largest of a few short responses is not full. */
function isFull(
  { payloadBytes }: TracedPacket,
  data: readonly TracedPacket[],
  segmentBytes: number | null,
): boolean {
  const fullBytes = segmentBytes ?? QUIC_PACKET_BYTES
  const largestBytes = data.reduce((largest, packet) => Math.max(largest, packet.payloadBytes), fullBytes)
  return payloadBytes >= FULL_SHARE * largestBytes
}

/** Offload joins segments before they are captured. */
function segmentsOf({ payloadBytes }: TracedPacket, segmentBytes: number | null): number {
  return segmentBytes === null ? 1 : Math.ceil(payloadBytes / segmentBytes)
}

/** True where a request went up early enough for `next` to be its answer, a whole round trip later. */
function mayBeAsked(
  own: readonly TracedPacket[],
  first: TracedPacket,
  next: TracedPacket,
  rttMs: number,
): boolean {
  return own.some(({ up, request, atMs }) => up && request && atMs >= first.atMs && atMs + rttMs <= next.atMs)
}
