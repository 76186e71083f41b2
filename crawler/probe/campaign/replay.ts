import type { ReplayFacts } from '../../../model/recording/replay-facts.ts'

/** What a run knows of the recording that its page is a replay of. */
export interface Replay {
  readonly facts: ReplayFacts
  /** Share of misses above which a load is invalid. */
  readonly maxMissShare: number
}
