import type { Metric } from './metric.ts'
import { traced } from './traced.ts'

const QUIC_NOTE =
  'QUIC: packets that carry the bytes of an earlier one again, which a loss that was declared brings about'

/**
 * Packets that repeat what was sent before, both ways, as the client's end of the path shows it. TCP: what tshark's
 * `tcp.analysis.retransmission` marks.
 */
export const retransmissions: Metric = traced('retransmissions', 'packets that were sent again', (trace) => {
  const value = trace.packets.filter(({ retransmission }) => retransmission).length
  return { value, note: trace.connections.some(({ transport }) => transport === 'quic') ? QUIC_NOTE : null }
})
