/** One arm's measurement in one round; null where the sample failed, was invalid, or has no such metric. */
export interface RoundValue {
  readonly round: number
  readonly value: number | null
}

export interface RoundPair {
  readonly round: number
  readonly baseline: number
  readonly arm: number
}

/** Pairs of rounds in typed arrays: 20 bytes each, where objects take 100. Of equal lengths, ascending by round. */
export interface PairColumns {
  readonly rounds: Uint32Array
  readonly baseline: Float64Array
  readonly arm: Float64Array
}

/** Pairs as they come: of few rounds objects, of millions columns. */
export type Pairs = readonly RoundPair[] | PairColumns

export function pairColumns(pairs: Pairs): PairColumns {
  if ('rounds' in pairs) return pairs
  return {
    rounds: Uint32Array.from(pairs, ({ round }) => round),
    baseline: Float64Array.from(pairs, ({ baseline }) => baseline),
    arm: Float64Array.from(pairs, ({ arm }) => arm),
  }
}

interface PairedRounds {
  /** Ascending by round, so that what is drawn from them does not depend on the order in which samples were stored. */
  readonly pairs: readonly RoundPair[]
  /** Entries of the baseline that are in no pair, those without a value included. */
  readonly baselineLeftOut: number
  /** Entries of the arm that are in no pair, those without a value included. */
  readonly armLeftOut: number
}

/**
 * The rounds for which both arms have a value.
 *
 * @throws RangeError where an arm holds a round twice: which value belongs to the pair would be unknown
 */
export function pairRounds(baseline: Iterable<RoundValue>, arm: Iterable<RoundValue>): PairedRounds {
  const baselineByRound = valuesByRound(baseline, 'the baseline')
  const armByRound = valuesByRound(arm, 'the arm')
  const pairs: RoundPair[] = []
  for (const [round, value] of baselineByRound) {
    const armValue = armByRound.get(round) ?? null
    if (value !== null && armValue !== null) pairs.push({ round, baseline: value, arm: armValue })
  }
  return {
    pairs: pairs.sort((a, b) => a.round - b.round),
    baselineLeftOut: baselineByRound.size - pairs.length,
    armLeftOut: armByRound.size - pairs.length,
  }
}

function valuesByRound(values: Iterable<RoundValue>, whose: string): Map<number, number | null> {
  const byRound = new Map<number, number | null>()
  for (const { round, value } of values) {
    if (byRound.has(round)) throw new RangeError(`${whose} holds round ${round} twice`)
    byRound.set(round, value)
  }
  return byRound
}
