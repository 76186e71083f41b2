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

/** What a cell of a table says beside its figure. */
export const OUTCOME_WORDS = {
  faster: 'faster',
  slower: 'slower',
  'no difference': 'no difference that matters',
  'not decided': 'not decided',
  'too few rounds': 'too few loads',
} as const satisfies Readonly<Record<GainOutcome, string>>

/** A change matters from here on: 2 % are shown, and 5 % measured. Chance alone shows so much in few of a thousand tries. */
const SHOWN_GAIN = 1.02
const MEASURED_GAIN = 1.05

/** Whether an owner is advised to make a change: its gain is shown, and large enough to be worth the work. */
export function isWorthIt({ gain, interval }: Pick<SaidGain, 'gain' | 'interval'>): boolean {
  return gain !== null && interval !== null && gain >= MEASURED_GAIN && interval[0] >= SHOWN_GAIN
}
