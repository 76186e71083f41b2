import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { Measured } from './metric.ts'

/**
 * A moment of PerformanceNavigationTiming (Navigation Timing 2), milliseconds since the navigation's start. The standard
 * has 0 for what did not happen: that is null here.
 */
export function navigationMoment({ timings }: SampleArtifacts, attribute: string): Measured {
  if (timings === null) return { value: null, note: 'the page gave no timings' }
  const { navigation } = timings
  if (navigation === null) return { value: null, note: 'no navigation entry' }
  const moment = navigation[attribute]
  const start = navigation.startTime
  if (typeof moment !== 'number' || typeof start !== 'number' || moment === 0)
    return { value: null, note: `no ${attribute}` }
  return { value: moment - start, note: null }
}
