import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { Measured, Metric } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/**
 * A single document's navigation starts before its first request, on clocks that agree to a millisecond and a HAR that
 * cuts its moments to milliseconds. A page that sends itself on has fetched a whole document by then.
 */
const CLOCKS_AGREE_MS = 5

/**
 * Counts from the start of the load's first navigation to the start of the one whose document is shown, milliseconds: 0 where
 * the page did not send itself on. HTTP redirects are inside a navigation (Navigation Timing 2) and no navigation of their own.
 * Null where the page sent itself on and the first start was not recorded, and where the page gave no timings.
 */
function sinceFirstNavigation({ timings, har }: SampleArtifacts): Measured {
  if (timings === null) return { value: null, note: 'the page gave no timings' }
  const { timeOriginMs, navigationStartsMs = [] } = timings
  const [firstMs, lastMs] = [navigationStartsMs[0], navigationStartsMs.at(-1)]
  if (firstMs !== undefined && lastMs !== undefined) {
    const note = navigationStartsMs.length > 1 ? `over ${navigationStartsMs.length} documents` : null
    return { value: lastMs - firstMs, note }
  }
  const [first] = har?.log.entries ?? []
  if (first !== undefined && timeOriginMs - Date.parse(first.startedDateTime) > CLOCKS_AGREE_MS)
    return {
      value: null,
      note: 'the page sent itself on, and the start of its first navigation is not stored',
    }
  return { value: 0, note: null }
}

/**
 * A page that sends itself on is counted from the start of the first navigation, the one that was asked for, to the load event
 * of the last document. Null where the load event did not fire, or that start is not known.
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
