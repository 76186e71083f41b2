/** Rounds of a campaign, from 0: the first, and the first that is no more of them. */
export interface Rounds {
  readonly fromRound: number
  readonly untilRound: number
}
