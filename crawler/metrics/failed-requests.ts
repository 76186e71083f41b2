import { isAnswered } from '../../har/entry.ts'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** An error status is an answer: only what got none counts here. */
export const failedRequests: Metric = {
  name: 'failed_requests',
  about: 'requests of the page that got no response (entries of the HAR with status 0)',
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    return entries.filter((entry) => !isAnswered(entry)).length
  },
}
