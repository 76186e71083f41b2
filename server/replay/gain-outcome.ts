import type { ReplayRow } from '../contract/contract.ts'

type Outcome = 'faster' | 'slower' | 'noDifference' | 'notDecided' | 'tooFewRounds'

/** Within this ratio either way a whole interval counts as no difference. */
const ABOUT_ONE = 1.05

/** What a comparison decides; null where there is none. */
export function gainOutcome({
  verdict,
  gainInterval,
}: Pick<ReplayRow, 'verdict' | 'gainInterval'>): Outcome | null {
  if (verdict === null) return null
  if (verdict === 'too few rounds' || gainInterval === null) return 'tooFewRounds'
  if (verdict !== 'no difference shown') return verdict
  const isWithin = gainInterval.low > 1 / ABOUT_ONE && gainInterval.high < ABOUT_ONE
  return isWithin ? 'noDifference' : 'notDecided'
}
