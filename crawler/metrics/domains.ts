import { entryHost } from '../../har/entry.ts'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** Host names, not registrable domains: each is looked up and, as a rule, connected to on its own. */
export const domains: Metric = {
  name: 'domains',
  about: 'distinct host names that the page asked (HAR)',
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    return new Set(entries.flatMap((entry) => entryHost(entry) ?? [])).size
  },
}
