import type { Metric } from './metric.ts'

/** Is null where nothing was painted. Paints after the load's end are not waited for. */
export const lcpMs: Metric = {
  name: 'lcp_ms',
  about:
    'largest contentful paint: `startTime` of the last entry before the load’s end (Largest Contentful Paint)',
  compute({ timings }) {
    if (timings === null) return { value: null, note: 'the page gave no timings' }
    return timings.largestContentfulPaints.at(-1)?.startTime ?? { value: null, note: 'nothing was painted' }
  },
}
