import { answerMoment } from './document-answer.ts'
import { documentSpan } from './document-span.ts'
import type { Metric } from './metric.ts'

export const documentReceiveMs: Metric = {
  name: 'document_receive_ms',
  about:
    'from the main document’s response’s head to its last byte: `responseEnd` less the end of `document_wait_ms` (Navigation Timing 2)',
  compute: (artifacts) => documentSpan(artifacts, answerMoment(artifacts), 'responseEnd'),
}
