import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** Each redirect is a request of its own, and so is what a service worker asks for. */
export const requests: Metric = {
  name: 'requests',
  about:
    'requests of the page to the network, failed ones included (entries of the HAR that no cache, service worker or rule of the browser answered)',
  compute: (artifacts) => harEntries(artifacts)?.length ?? { value: null, note: 'no request was recorded' },
}
