import type { PacketTrace } from '../../model/packet-trace.ts'
import { traced } from './traced.ts'

/** TLS, QUIC and HTTP's frames add less than this part to bytes of responses… */
const FRAMING_SHARE = 0.1
/** …and below this, where responses are few: the head of each is a packet of its own. */
const FRAMING_BYTES = 5_000

const responseBytes = traced('bytes_down', 'payload of packets with response data', ({ packets }) =>
  packets.reduce((sum, { response, payloadBytes }) => (response ? sum + payloadBytes : sum), 0),
)

/**
 * Compares the browser's count of bytes with what the packets carried of responses. Null where they agree within what
 * framing explains, or the packets do not say.
 */
export function byteDifference(harBytes: number, packets: PacketTrace | null): string | null {
  const found = responseBytes.compute({ timings: null, har: null, connections: null, packets })
  const wireBytes = typeof found === 'object' ? (found?.value ?? null) : found
  if (wireBytes === null) return null
  const more = wireBytes - harBytes
  // A packet may carry the end of one response and something else.
  if (Math.abs(more) <= Math.max(FRAMING_BYTES, FRAMING_SHARE * Math.max(harBytes, wireBytes))) return null
  return `the packets carried ${wireBytes} bytes of responses, ${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'}`
}
