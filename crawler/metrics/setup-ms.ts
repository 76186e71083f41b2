import type { PacketTrace } from '../../model/packet-trace.ts'
import type { Measured, Metric } from './metric.ts'
import { firstRequest, traced, unknown } from './traced.ts'

/**
 * Connection set-up, milliseconds, on the capture's clock. Cleartext has no Finished: there it ends with the client's
 * ACK of the SYN/ACK. Null where no request was captured.
 */
export const setupMs: Metric = traced(
  'setup_ms',
  'of the connection with the first request: from its first packet to the one with the client’s Finished',
  connectionSetup,
)

export function connectionSetup(trace: PacketTrace): Measured {
  const request = firstRequest(trace)
  if (typeof request === 'string') return unknown(request)
  const packets = trace.packets.filter(({ connection }) => connection === request.connection)
  const [first] = packets
  const finished = packets.find(({ finished }) => finished)
  if (first && finished) return { value: finished.atMs - first.atMs, note: null }
  // The trace is decrypted, so that a connection without a Finished is one without TLS.
  const ack = packets.find(({ up, syn, ackedBytes }) => up && !syn && ackedBytes !== null)
  if (!first || !ack) return unknown('no end of the set-up was captured')
  return { value: ack.atMs - first.atMs, note: 'cleartext: to the client’s ACK of the SYN/ACK' }
}
