import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { Measured } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/**
 * Says why nothing is known of how the main document's connection was set up; null where it was set up for the document, as the
 * page tells. On a connection that was there before, the standard has both ends of connecting at one moment, and so it has
 * after a redirect, whatever the first request's connection took (seen in Chromium 156).
 */
export function noSetUp(artifacts: SampleArtifacts): Measured | null {
  const start = navigationMoment(artifacts, 'connectStart')
  if (start.value === null) return start
  const end = navigationMoment(artifacts, 'connectEnd')
  if (end.value === null) return end
  if (redirects(artifacts) > 0) return { value: null, note: 'redirected: the first set-up is unknown' }
  if (end.value === start.value) return { value: null, note: 'the connection was there before' }
  return null
}

/** The page tells of no time between the two ends of connecting. False too where it tells of neither. */
export function isReused(artifacts: SampleArtifacts): boolean {
  const start = navigationMoment(artifacts, 'connectStart').value
  return start !== null && start === navigationMoment(artifacts, 'connectEnd').value
}

function redirects({ timings }: SampleArtifacts): number {
  return Number(timings?.navigation?.redirectCount ?? 0)
}
