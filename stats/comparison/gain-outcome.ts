import { isAboutOne } from '../../model/about-one.ts'
import type { Limits } from '../limits.ts'
import type { ComparisonVerdict } from './compare-arms.ts'

export type GainOutcome = 'faster' | 'slower' | 'no difference' | 'not decided' | 'too few rounds'

/** Says whether the interval of a comparison holds 1, no difference beyond 5 % is left, or nothing is decided. */
export function gainOutcome({
  verdict,
  gainInterval,
}: {
  readonly verdict: ComparisonVerdict
  readonly gainInterval: Limits | null
}): GainOutcome {
  if (verdict === 'too few rounds' || gainInterval === null) return 'too few rounds'
  if (verdict !== 'no difference shown') return verdict
  return isAboutOne(...gainInterval) ? 'no difference' : 'not decided'
}
