import { sinceFirstNavigation } from './first-navigation.ts'
import type { Metric } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/**
 * Where the page sends itself on it counts from the start of the first navigation, the one that was asked for, to the
 * load event of the last document. Null where the load event did not fire, or that start is not known.
 */
export const pltMs: Metric = {
  name: 'plt_ms',
  about:
    'page load time: `loadEventStart - startTime` (Navigation Timing 2), from the first navigation’s start where the page sends itself on',
  compute: (artifacts) => {
    const loaded = navigationMoment(artifacts, 'loadEventStart')
    if (loaded.value === null) return loaded
    const before = sinceFirstNavigation(artifacts)
    return before.value === null ? before : { value: before.value + loaded.value, note: before.note }
  },
}
