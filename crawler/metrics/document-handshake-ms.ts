import { noSetUp } from './document-set-up.ts'
import { documentSpan } from './document-span.ts'
import type { Metric } from './metric.ts'

/** One number for TCP with TLS and for QUIC, so that they can be compared. Null on a connection that was there before. */
export const documentHandshakeMs: Metric = {
  name: 'document_handshake_ms',
  about:
    'the whole set-up of the main document’s connection, TCP and TLS or QUIC: `connectEnd - connectStart` (Navigation Timing 2)',
  compute: (artifacts) => noSetUp(artifacts) ?? documentSpan(artifacts, 'connectStart', 'connectEnd'),
}
