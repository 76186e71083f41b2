import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { Measured } from './metric.ts'
import { navigationMoment } from './navigation-moment.ts'

/**
 * From one moment of the main document to another, milliseconds: neighbouring spans share a moment, so that they sum to
 * the whole. Null where either did not happen.
 */
export function documentSpan(artifacts: SampleArtifacts, from: string, to: string): Measured {
  const start = navigationMoment(artifacts, from)
  if (start.value === null) return start
  const end = navigationMoment(artifacts, to)
  if (end.value === null) return end
  return { value: end.value - start.value, note: null }
}
