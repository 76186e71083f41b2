import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

const QUIC_NOTE =
  'QUIC: packets of the server’s that were lost on their way, and packets that carry the bytes of an earlier one again'

/**
 * Packets that were sent again, both ways, as the client's end of the path shows it. QUIC sends no packet twice, and may
 * send what one carried in several: of the server's those count that were lost. Not seen are repeats that were lost
 * themselves (TCP), a lost last segment where the server's IP packets have no numbers, and losses of handshakes of QUIC.
 */
export const retransmissions: Metric = traced(
  'retransmissions',
  'packets that were sent again, or lost on the way down (QUIC)',
  (trace) => {
    if (!trace.countsLosses)
      return unknown('the trace is of a version that marked too few packets under loss')
    if (trace.packets.some(({ retransmission }) => retransmission === null))
      return unknown('packets came out of order: whether they were sent again or overtaken is not known')
    const value = trace.packets.reduce(
      (sum, { retransmission, lostBefore = 0 }) => sum + Number(retransmission) + lostBefore,
      0,
    )
    return { value, note: trace.connections.some(({ transport }) => transport === 'quic') ? QUIC_NOTE : null }
  },
)
