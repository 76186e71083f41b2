import type { Har } from 'har-format'
import type { Metric } from './metric.ts'

/** Whether any response of a load was asked for by a 103. */
export const isHinted = (har: Har | null): boolean => hinted(har).length > 0

export const hintedRequests: Metric = {
  name: 'hinted_requests',
  about: 'requests of the page that a 103 (Early Hints) had the browser make; no row where there is none',
  compute: ({ har }) =>
    har === null ? { value: null, note: 'no request was observed' } : hinted(har).length,
}

function hinted(har: Har | null) {
  return har?.log.entries.filter(({ response }) => response._fromEarlyHints === true) ?? []
}
