import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import type { RoundPair } from '../../stats/comparison/pair-rounds.ts'
import { wilcoxonSignedRank } from '../../stats/tests/wilcoxon-signed-rank.ts'

export interface RoundSeries {
  readonly rounds: Uint32Array
  readonly values: Float64Array
}

/** What two series come to; also how it is stored, as JSON. */
export interface ComparedSeries {
  /** Of this way to compare: what was stored by another one is made anew. */
  readonly method: typeof METHOD
  /** Rounds that have a value of both. */
  readonly n: number
  /** Rounds in which only the arm has a value. */
  readonly unpaired: number
  /** Null where a value is 0: there is no ratio then. */
  readonly comparison: ArmComparison | null
  /** Wilcoxon's signed-rank test of the rounds' log ratios, two-sided; null without rounds or ratios. */
  readonly pValue: number | null
}

/** 1: percentile limits, 2,000 resamples. 2: docs/decisions/019-intervals.md. */
export const METHOD = 2

/** How the campaign of the series was made, as far as it matters to its intervals. */
export interface ComparisonRule {
  readonly seed: number
  /** See `sequentialRounds` of db/. */
  readonly sequentialRounds: number | null
}

export function compareSeries(baseline: RoundSeries, arm: RoundSeries, rule: ComparisonRule): ComparedSeries {
  const pairs = joinRounds(baseline, arm)
  const counts = { method: METHOD, n: pairs.length, unpaired: arm.rounds.length - pairs.length } as const
  if (pairs.some((pair) => pair.baseline <= 0 || pair.arm <= 0))
    return { ...counts, comparison: null, pValue: null }
  const logRatios = pairs.map((pair) => Math.log(pair.baseline) - Math.log(pair.arm))
  return {
    ...counts,
    comparison: compareArms({ pairs, ...rule }),
    pValue: wilcoxonSignedRank(logRatios)?.p ?? null,
  }
}

/** The rounds that both have. Both ascend, so one walk finds the pairs without a map of a million rounds. */
export function joinRounds(baseline: RoundSeries, arm: RoundSeries): RoundPair[] {
  const pairs: RoundPair[] = []
  let cursor = 0
  for (const [index, round] of arm.rounds.entries()) {
    while (cursor < baseline.rounds.length && (baseline.rounds[cursor] as number) < round) cursor += 1
    if (baseline.rounds[cursor] !== round) continue
    pairs.push({ round, baseline: baseline.values[cursor] as number, arm: arm.values[index] as number })
  }
  return pairs
}
