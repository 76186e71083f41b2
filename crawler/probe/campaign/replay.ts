import type { Arm } from '../../../model/arm.ts'
import type { ReplayFacts } from '../../../model/recording/replay-facts.ts'
import type { PageDraws } from '../load/page-draws.ts'

export interface Replay {
  /**
   * Asked before each load: has the server give what the load of this round and arm is to get, and resolves to the facts of that.
   */
  readonly begin: (turn: { readonly round: number; readonly arm: Arm }) => Promise<ReplayFacts>
  readonly draws: PageDraws
  /** Share of misses above which a load is invalid. */
  readonly maxMissShare: number
}
