import { answerMoment } from './document-answer.ts'
import { documentSpan } from './document-span.ts'
import type { Metric } from './metric.ts'

/** Sending included: the page’s clock has no mark for the end of the request. Early hints (103) are no answer. */
export const documentWaitMs: Metric = {
  name: 'document_wait_ms',
  about:
    'from the main document’s request to its response’s head: `finalResponseHeadersStart - requestStart`, in browsers without it `responseStart - requestStart` (Navigation Timing 2)',
  compute: (artifacts) => documentSpan(artifacts, 'requestStart', answerMoment(artifacts)),
}
