import { ratioRangeText, ratioText } from '../model/ratio-text.ts'
import type { GainOutcome } from '../stats/comparison/gain-outcome.ts'

/** A gain with what decides what is said of it. */
export interface SaidGain {
  readonly gain: number | null
  readonly interval: readonly [number, number] | null
  readonly outcome: GainOutcome
}

/** `1.24 (1.19–1.29)`; null: nothing was compared. */
export function gainText({ gain, interval }: Pick<SaidGain, 'gain' | 'interval'>): string | null {
  if (gain === null) return null
  return interval === null ? ratioText(gain) : `${ratioText(gain)} (${ratioRangeText(interval)})`
}

/** Words of a table's cell beside its figure. */
export const OUTCOME_WORDS = {
  faster: 'faster',
  slower: 'slower',
  'no difference': 'no difference that matters',
  'not decided': 'not decided',
  'too few rounds': 'too few loads',
} as const satisfies Readonly<Record<GainOutcome, string>>
