import { isAnswered, UNREPORTED } from '../../har/entry.ts'
import { transferBytes } from '../../har/transfer-bytes.ts'
import type { PacketTrace } from '../../model/packet-trace.ts'
import { harEntries, lacksWorkerScript, NO_WORKER_SCRIPT } from './har-entries.ts'
import type { Metric } from './metric.ts'
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
function byteDifference(harBytes: number, packets: PacketTrace | null): string | null {
  const found = responseBytes.compute({ timings: null, har: null, connections: null, packets })
  const wireBytes = typeof found === 'object' ? (found?.value ?? null) : found
  if (wireBytes === null) return null
  const more = wireBytes - harBytes
  // A packet may carry the end of one response and something else.
  if (Math.abs(more) <= Math.max(FRAMING_BYTES, FRAMING_SHARE * Math.max(harBytes, wireBytes))) return null
  return `the packets carried ${wireBytes} bytes of responses, ${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'}`
}

/**
 * Counted as the browser does, headers included but neither TLS nor packet framing: less than `bytes_down`. Requests without a
 * response are left out, and the note says of how many. Null where the browser tells nothing of a response, and where the
 * packets carried more or fewer bytes than framing explains.
 */
export const harBytes: Metric = {
  name: 'har_bytes',
  about:
    'bytes of all responses as they were transferred, by the browser’s count (`_transferSize` of the HAR)',
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    if (lacksWorkerScript(artifacts)) return { value: null, note: NO_WORKER_SCRIPT }
    const sizes = entries.flatMap((entry) => transferBytes(entry) ?? [])
    if (sizes.length === 0) return { value: null, note: 'no request has a known size' }
    const untold = entries.filter(
      (entry) => transferBytes(entry) === null && (isAnswered(entry) || entry._error === UNREPORTED),
    ).length
    if (untold > 0)
      return { value: null, note: `the browser does not tell the size of ${untold} of its responses` }
    const value = sizes.reduce((sum, bytes) => sum + bytes, 0)
    const difference = byteDifference(value, artifacts.packets)
    if (difference !== null)
      return { value: null, note: `the browser counted ${value} bytes, but ${difference}` }
    const unanswered = entries.length - sizes.length
    return { value, note: unanswered === 0 ? null : `without ${unanswered} that got no response` }
  },
}
