import { MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { LEAST_FOR_VERDICT } from '../../stats/load/load-verdict.ts'
import { MIN_VALUES } from '../../stats/median-ranks.ts'

export interface DefaultRun {
  /** Is null where there is none. */
  readonly id: number | null
  /** It has as much as intervals need; false: none has, and this is the newest. */
  readonly canAnswer: boolean
}

/** Numbers needed to answer, of the intervals over rounds, over sites and over repetitions of a load. */
export const NEEDED = { rounds: MIN_ROUNDS, sites: MIN_VALUES, repetitions: LEAST_FOR_VERDICT } as const

/** Newer runs that are named where they cannot answer; of more there is the count. */
export const MOST_PASSED_OVER = 3
