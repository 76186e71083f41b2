import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import { segmentsOf } from './packet-payload.ts'
import { connectionRttMs } from './rtt.ts'

/** Measured in round trips after a response's first packet: until here nothing answers an acknowledgement of that packet. */
const ANSWERS_FROM = 0.9
/** Quiet before the next flight, in the largest gap within the first: a slow link, or a sender that paces, has none. */
const QUIET_GAPS = 2
/** Shorter ones are the end of something, or acknowledgements. */
const FULL_SHARE = 0.9
/** The smallest full packet that QUIC allows (RFC 9000, 14); of TCP the connection says it. */
const QUIC_PACKET_BYTES = 1_200

/** A server that works for a moment between two packets seems to wait for an acknowledgement over shorter round trips. */
const SHORTEST_RTT_MS = 5

/** Responses before it, such as a redirect, may have had so many packets: of so few no window grows. */
const MOST_BEFORE = 4

/**
 * Packets that the server of a connection sent of its first long response before it could hear of any: its initial window,
 * with what it grew by while certificates were acknowledged (three packets at most). Null where it cannot be told: nothing was
 * left to send, the link is too slow for a gap or too short, something was lost, or what follows may answer another request.
 */
export function firstFlight(trace: PacketTrace, connection: number): number | null {
  return firstFlightOf(trace, connection)?.segments ?? null
}

export interface Flight {
  /** Packets of response data, in their order; never empty. */
  readonly packets: readonly TracedPacket[]
  /** Number of segments sent, where offload joins them before they are captured. */
  readonly segments: number
  /** Response data of the connection that an acknowledgement of the first packets released, and all after it. */
  readonly rest: readonly TracedPacket[]
  readonly rttMs: number
}

/** The flight that `firstFlight` counts, under the same conditions. */
export function firstFlightOf(trace: PacketTrace, connection: number): Flight | null {
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
    if (isFull(last, data, segmentBytes)) {
      const beside = segmentBytes === null ? 0 : besideOf(own, flight, last, rttMs)
      const flown = { packets: flight, segments: segments + beside, rest: data.slice(flight.length), rttMs }
      return isWhole(own, flight, last, next, rttMs) ? flown : null
    }
    before += segments
    data = data.slice(flight.length)
  }
  return null
}

/**
 * The flight that answers acknowledgements of the one before: null where nothing is left to send behind it, something was lost,
 * or no quiet tells it from the next.
 */
export function nextFlightOf(trace: PacketTrace, connection: number, before: Flight): Flight | null {
  const { segmentBytes = null } = trace.connections[connection] ?? {}
  const { rest: data, rttMs } = before
  const own = trace.packets.filter((packet) => packet.connection === connection)
  const [first] = data
  if (first === undefined) return null
  const packets = data.filter(({ atMs }) => atMs < first.atMs + ANSWERS_FROM * rttMs)
  const [last, next] = [packets.at(-1) ?? first, data[packets.length]]
  if (next === undefined || !isFull(last, data, segmentBytes) || !isWhole(own, packets, last, next, rttMs))
    return null
  const segments = packets.reduce((sum, packet) => sum + segmentsOf(packet, segmentBytes), 0)
  return { packets, segments, rest: data.slice(packets.length), rttMs }
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
    ({ up, retransmission, lostBefore, atMs }) =>
      !up && (retransmission !== false || lostBefore !== undefined) && atMs <= next.atMs,
  )
  const gaps = flight.slice(1).map(({ atMs }, index) => atMs - (flight[index]?.atMs ?? atMs))
  const isQuiet = next.atMs - last.atMs > QUIET_GAPS * Math.max(0, ...gaps)
  return !isLost && isQuiet && continues(flight, next) && !mayBeAsked(own, first, next, rttMs)
}

/** Whether `next` goes on with a response that the flight began, where the packets say whose bytes they carry. */
function continues(flight: readonly TracedPacket[], next: TracedPacket): boolean {
  const begun = new Set(flight.flatMap(({ parts = [] }) => parts.map(([exchange]) => exchange)))
  return next.parts === undefined || next.parts.some(([exchange]) => begun.has(exchange))
}

/** Packets of TCP that the flight began with and that are no response, such as settings: its window counts packets. */
function besideOf(
  own: readonly TracedPacket[],
  flight: readonly TracedPacket[],
  last: TracedPacket,
  rttMs: number,
): number {
  const fromMs = (flight[0] ?? last).atMs - (1 - ANSWERS_FROM) * rttMs
  return own.filter(
    ({ up, response, payloadBytes, atMs }) =>
      !up && !response && payloadBytes > 0 && atMs >= fromMs && atMs <= last.atMs,
  ).length
}

/**
 * A sender that has more to send fills its packets; of joined segments the last one counts. The largest of a few short
 * responses is not full.
 */
function isFull(
  { payloadBytes }: TracedPacket,
  data: readonly TracedPacket[],
  segmentBytes: number | null,
): boolean {
  if (segmentBytes !== null) {
    const restBytes = payloadBytes % segmentBytes
    return restBytes === 0 || restBytes >= FULL_SHARE * segmentBytes
  }
  const largestBytes = data.reduce(
    (largest, packet) => Math.max(largest, packet.payloadBytes),
    QUIC_PACKET_BYTES,
  )
  return payloadBytes >= FULL_SHARE * largestBytes
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
