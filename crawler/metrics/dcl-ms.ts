import type { Metric } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/** The start of the event, as with `plt_ms`: what its handlers then do is not the protocol's. */
export const dclMs: Metric = {
  name: 'dcl_ms',
  about: 'document parsed: `domContentLoadedEventStart - startTime` (Navigation Timing 2)',
  compute: (artifacts) => navigationMoment(artifacts, 'domContentLoadedEventStart'),
}
