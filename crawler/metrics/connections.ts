import type { Metric } from './metric.ts'

/** Connections that were opened and carried nothing show in `handshakes`. */
export const connections: Metric = {
  name: 'connections',
  about: 'transport connections that carried at least one request of the page (CDP)',
  compute: ({ connections: opened }) =>
    opened?.length ?? { value: null, note: 'the browser reported no connections' },
}
