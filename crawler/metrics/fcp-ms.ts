import type { Metric } from './metric.ts'

/** Is null where nothing was painted. */
export const fcpMs: Metric = {
  name: 'fcp_ms',
  about: 'first contentful paint: `startTime` of the entry of that name (Paint Timing)',
  compute({ timings }) {
    if (timings === null) return { value: null, note: 'the page gave no timings' }
    const paint = timings.paints.find(({ name }) => name === 'first-contentful-paint')
    return paint?.startTime ?? { value: null, note: 'nothing was painted' }
  },
}
