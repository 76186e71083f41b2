import type { Metric } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/** Redirects, DNS and connection set-up included, as W3C has it. */
export const ttfbMs: Metric = {
  name: 'ttfb_ms',
  about: 'time to first byte of the main document: `responseStart - startTime` (Navigation Timing 2)',
  compute: (artifacts) => navigationMoment(artifacts, 'responseStart'),
}
