import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** Is null where the browser reported no address, as behind a proxy. */
export const servers: Metric = {
  name: 'servers',
  about: 'distinct addresses that answered the page (`serverIPAddress` of the HAR)',
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    const addresses = new Set(entries.flatMap((entry) => entry.serverIPAddress || []))
    return addresses.size === 0 ? { value: null, note: 'the HAR has no address' } : addresses.size
  },
}
