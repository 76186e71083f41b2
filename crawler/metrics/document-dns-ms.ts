import { noSetUp } from './document-set-up.ts'
import { documentSpan } from './document-span.ts'
import type { Metric } from './metric.ts'

/** 0 where the name was known already. Null on a connection that was there before: then nobody asked. */
export const documentDnsMs: Metric = {
  name: 'document_dns_ms',
  about:
    'resolving the main document’s host name: `domainLookupEnd - domainLookupStart` (Navigation Timing 2)',
  compute: (artifacts) =>
    noSetUp(artifacts) ?? documentSpan(artifacts, 'domainLookupStart', 'domainLookupEnd'),
}
