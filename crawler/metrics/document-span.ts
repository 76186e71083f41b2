import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { Measured } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/**
 * Spans two moments of the main document, milliseconds: neighbouring spans share a moment, so that they sum to the whole. Null
 * where either did not happen.
 */
export function documentSpan(artifacts: SampleArtifacts, from: string, to: string): Measured {
  const start = navigationMoment(artifacts, from)
  if (start.value === null) return start
  const end = navigationMoment(artifacts, to)
  if (end.value === null) return end
  return { value: end.value - start.value, note: null }
}
