import type { PacketTrace, TracedExchange } from '../../model/packet-trace.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

/** A piece of a response as it came, with what else was under way then. */
interface Piece {
  readonly exchange: number
  readonly bytes: number
  /** Other responses of the connection that had begun, and had not ended. */
  readonly others: readonly number[]
}

/**
 * Share of the bytes that came while a response of another urgency was under way and were the more urgent one's. A response is
 * under way from its first byte on, so that nothing is counted against a server that had nothing to send yet. It can tell a
 * server that sends all in turn, not one that sends all in the order of requests.
 */
export const priorityOrderShare: Metric = traced(
  'priority_order_share',
  'share, of bytes that came while responses of several urgencies were under way, that were of the most urgent (RFC 9218; HTTP/2: weights of RFC 7540)',
  (trace) => {
    let [contended, inOrder] = [0, 0]
    for (const [connection, { exchanges = [] }] of trace.connections.entries())
      for (const { exchange, bytes, others } of piecesOf(trace, connection, exchanges)) {
        const urgency = exchanges[exchange]?.urgency ?? null
        const rivals = others.map((other) => exchanges[other]?.urgency ?? null)
        if (urgency === null || rivals.includes(null)) return unknown('the priority of a request is unknown')
        const known = rivals.filter((rival) => rival !== null)
        if (!known.some((rival) => rival !== urgency)) continue
        contended += bytes
        if (known.every((rival) => rival >= urgency)) inOrder += bytes
      }
    return contended === 0
      ? unknown('never were responses of several urgencies under way at once')
      : inOrder / contended
  },
)

/** Is 0 for responses in order, nearly 1 for `n` that share the connection packet by packet. */
export const turnShare: Metric = traced(
  'turn_share',
  'share, of pieces that came while another response of the same urgency was under way, that are of another than the piece before',
  (trace) => {
    let [shared, turns] = [0, 0]
    for (const [connection, { exchanges = [] }] of trace.connections.entries()) {
      let before: number | null = null
      for (const { exchange, others } of piecesOf(trace, connection, exchanges)) {
        const urgency = exchanges[exchange]?.urgency ?? null
        const hasPeer = others.some((other) => urgency !== null && exchanges[other]?.urgency === urgency)
        if (hasPeer) {
          shared += 1
          if (before !== null && before !== exchange) turns += 1
        }
        before = exchange
      }
    }
    return shared === 0
      ? unknown('never were two responses of one urgency under way at once')
      : turns / shared
  },
)

function piecesOf(
  { packets }: PacketTrace,
  connection: number,
  exchanges: readonly TracedExchange[],
): Piece[] {
  const parts = packets.flatMap((packet) => (packet.connection === connection ? (packet.parts ?? []) : []))
  const left = exchanges.map((_, index) =>
    parts.reduce((sum, [exchange, bytes]) => (exchange === index ? sum + bytes : sum), 0),
  )
  const underWay = new Set<number>()
  return parts.map(([exchange, bytes]) => {
    underWay.add(exchange)
    const others = [...underWay].filter((other) => other !== exchange)
    left[exchange] = (left[exchange] ?? 0) - bytes
    if (left[exchange] <= 0) underWay.delete(exchange)
    return { exchange, bytes, others }
  })
}
