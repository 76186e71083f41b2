import type { Metric } from '../../model/metric.ts'
import { noSetUp } from './document-set-up.ts'
import { documentSpan } from './document-span.ts'

/** 0 where the name was known already. Null on a connection that was there before: then nobody asked. */
export const documentDnsMs: Metric = {
  name: 'document_dns_ms',
  unit: 'ms',
  about:
    'resolving the main document’s host name: `domainLookupEnd - domainLookupStart` (Navigation Timing 2)',
  compute: (artifacts) =>
    noSetUp(artifacts) ?? documentSpan(artifacts, 'domainLookupStart', 'domainLookupEnd'),
}
