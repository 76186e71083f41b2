import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { connectionRttMs } from './rtt.ts'
import { traced, unknown } from './traced.ts'

/** Share of the largest packet: shorter ones do not end because they are full. */
const FULL_SHARE = 0.9

/**
 * Requests beside which nothing else was under way, so that neither link nor order makes them wait. A server that pauses does so
 * each time; what a busy machine adds differs, so that the least counts.
 */
export const answerWaitMs: Metric = traced(
  'answer_wait_ms',
  'HTTP/2, HTTP/3: least, over requests beside which no response was under way, of the time to the first byte less the round trip',
  (trace) => {
    const waits = trace.connections.flatMap(({ exchanges = [] }, connection) => {
      const rttMs = connectionRttMs(trace, connection)
      if (rttMs === null) return []
      const pieces = piecesOf(trace, connection)
      return exchanges.flatMap(({ requestedAtMs }, index) => {
        // HTTP/2 has a whole record as a piece, which may take several round trips.
        const first = trace.packets.find(
          (packet) =>
            packet.connection === connection && !packet.up && packet.response && packet.atMs >= requestedAtMs,
        )
        const before = pieces
          .filter(({ packet }) => packet.atMs < requestedAtMs)
          .map(({ exchange }) => exchange)
        const isBusy = pieces.some(
          ({ exchange, packet }) =>
            packet.atMs >= requestedAtMs && exchange !== index && before.includes(exchange),
        )
        const isOvertaken = exchanges.some(
          (other, place) => place < index && !before.includes(place) && other.requestedAtMs <= requestedAtMs,
        )
        return first && !isBusy && !isOvertaken ? Math.max(0, first.atMs - requestedAtMs - rttMs) : []
      })
    })
    return waits.length === 0
      ? unknown('no request was made while nothing was under way')
      : Math.min(...waits)
  },
)

/** A server that makes its header section before its body waits here. Records of HTTP/2 end anywhere, so that it shows nothing. */
export const bodyWaitMs: Metric = traced(
  'body_wait_ms',
  'HTTP/3: median, over responses, of the time from the first packet to the next; 0 where the first was full',
  (trace) => {
    const largest = trace.packets.reduce(
      (most, { up, parts, payloadBytes }) => (up || !parts ? most : Math.max(most, payloadBytes)),
      0,
    )
    const waits = trace.connections.flatMap(({ transport, exchanges = [] }, connection) => {
      if (transport !== 'quic') return []
      const pieces = piecesOf(trace, connection)
      return exchanges.flatMap((_, index) => {
        const at = pieces.findIndex(({ exchange }) => exchange === index)
        const [first, next] = [pieces[at], pieces[at + 1]]
        if (!first || !pieces.slice(at + 1).some(({ exchange }) => exchange === index)) return []
        if (first.packet.payloadBytes >= FULL_SHARE * largest) return 0
        return next?.exchange === index ? next.packet.atMs - first.packet.atMs : []
      })
    })
    return median(waits) ?? unknown('no response of several packets shows it')
  },
)

interface Placed {
  readonly packet: TracedPacket
  readonly exchange: number
}

function piecesOf({ packets }: PacketTrace, connection: number): Placed[] {
  return packets.flatMap((packet) =>
    packet.connection === connection ? (packet.parts ?? []).map(([exchange]) => ({ packet, exchange })) : [],
  )
}
