import type { PacketTrace, TracedPacket } from '../../model/packet-trace.ts'
import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { connectionRttMs } from './rtt.ts'
import { traced, unknown } from './traced.ts'

/** Of the largest: shorter packets do not end because they are full. */
const FULL_SHARE = 0.9

/** Requests beside which nothing else was under way, so that neither link nor order makes them wait. */
export const answerWaitMs: Metric = traced(
  'answer_wait_ms',
  'HTTP/2 and HTTP/3: median over requests that were made while no response was under way: from the request to the first byte of its response, less the round trip of the handshake',
  (trace) => {
    const waits = trace.connections.flatMap(({ exchanges = [] }, connection) => {
      const rttMs = connectionRttMs(trace, connection)
      if (rttMs === null) return []
      const pieces = piecesOf(trace, connection)
      return exchanges.flatMap(({ requestedAtMs }, index) => {
        const first = pieces.find(({ exchange }) => exchange === index)
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
        return first && !isBusy && !isOvertaken ? Math.max(0, first.packet.atMs - requestedAtMs - rttMs) : []
      })
    })
    return median(waits) ?? unknown('no request was made while nothing was under way')
  },
)

/** A server that makes its header section before its body waits here. */
export const bodyWaitMs: Metric = traced(
  'body_wait_ms',
  'HTTP/2 and HTTP/3: median over responses: from their first packet to the next with response data, where that is theirs; 0 where the first was full',
  (trace) => {
    const largest = trace.packets.reduce(
      (most, { up, parts, payloadBytes }) => (up || !parts ? most : Math.max(most, payloadBytes)),
      0,
    )
    const waits = trace.connections.flatMap(({ exchanges = [] }, connection) => {
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
