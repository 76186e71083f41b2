import { fieldRules } from '../../stats/field/field-rules.ts'
import type { FieldStudies } from '../contract/contract.ts'
import type { VisibleStudy } from './visible-studies.ts'

/** Returns what a curve had to have in the newest release, or has to have in the first one. */
export function publishedThresholds({
  thresholds,
  release,
}: VisibleStudy): FieldStudies['studies'][number]['thresholds'] {
  const { contributors, samples, changed, windowDays, blur } = fieldRules(release?.rules ?? thresholds)
  // A release of before votes were moved says nothing of it.
  const isMoved = release === null || 'blur' in release.rules
  return { contributors, samples, changed, windowDays, blur: isMoved ? blur : 0 }
}
