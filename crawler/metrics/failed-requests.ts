import { hasFailed, isAnswered, UNFINISHED } from '../../har/entry.ts'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** An error status is an answer: only what got none counts here. */
export const failedRequests: Metric = {
  name: 'failed_requests',
  about: 'requests of the page that ended without a response (entries of the HAR with status 0 that failed)',
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    const underWay = entries.filter((entry) => !isAnswered(entry) && entry._error === UNFINISHED).length
    return {
      value: entries.filter(hasFailed).length,
      note: underWay === 0 ? null : `without ${underWay} under way at the end of the load`,
    }
  },
}
