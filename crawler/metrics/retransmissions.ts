import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

const QUIC_NOTE =
  'QUIC: packets that carry the bytes of an earlier one again, which a loss that was declared brings about'

/**
 * Packets that repeat what was sent before, both ways, as the client's end of the path shows it. TCP: what tshark's
 * `tcp.analysis.retransmission` marks. Null where a QUIC connection could not be decrypted.
 */
export const retransmissions: Metric = traced('retransmissions', 'packets that were sent again', (trace) => {
  if (trace.packets.some(({ retransmission }) => retransmission === null))
    return unknown('the keys of a QUIC connection are missing')
  const value = trace.packets.filter(({ retransmission }) => retransmission).length
  return { value, note: trace.connections.some(({ transport }) => transport === 'quic') ? QUIC_NOTE : null }
})
