import { noSetUp } from './document-set-up.ts'
import { documentSpan } from './document-span.ts'
import type { Metric } from './metric.ts'

/** ALPN names of what came over TCP; of any other protocol nobody knows what its set-up was made of. */
const OVER_TCP = /^(?:http\/1\.[01]|h2c?)$/

/**
 * The TCP handshake alone. Over QUIC it is null: there is one handshake, and `secureConnectionStart` lies anywhere inside
 * it (it gave 5.4 of 7.2 ms and of 23.3 of 23.3 ms in two loads of Chromium 156).
 */
export const documentConnectMs: Metric = {
  name: 'document_connect_ms',
  about:
    'TCP handshake of the main document’s connection: `secureConnectionStart - connectStart`, in cleartext `connectEnd - connectStart` (Navigation Timing 2)',
  compute(artifacts) {
    const none = noSetUp(artifacts)
    if (none) return none
    const { nextHopProtocol, secureConnectionStart } = artifacts.timings?.navigation ?? {}
    if (!OVER_TCP.test(String(nextHopProtocol))) return { value: null, note: 'not known to be over TCP' }
    // 0 without TLS (Resource Timing).
    const end = secureConnectionStart ? 'secureConnectionStart' : 'connectEnd'
    return documentSpan(artifacts, 'connectStart', end)
  },
}
