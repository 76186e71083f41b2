import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** Each redirect is a request of its own. */
export const requests: Metric = {
  name: 'requests',
  about:
    'requests of the page to the network, failed ones included (entries of the HAR that no cache answered)',
  compute: (artifacts) => harEntries(artifacts)?.length ?? { value: null, note: 'no request was recorded' },
}
