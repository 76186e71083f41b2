import type { Metric } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/** Null where the load event did not fire. */
export const pltMs: Metric = {
  name: 'plt_ms',
  unit: 'ms',
  about: 'page load time: `loadEventStart - startTime` (Navigation Timing 2)',
  compute: (artifacts) => navigationMoment(artifacts, 'loadEventStart'),
}
