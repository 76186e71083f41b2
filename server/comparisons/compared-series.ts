import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import type { PairColumns, RoundPair } from '../../stats/comparison/pair-rounds.ts'
import { wilcoxonSignedRank } from '../../stats/tests/wilcoxon-signed-rank.ts'

export interface RoundSeries {
  readonly rounds: Uint32Array
  readonly values: Float64Array
}

/** The result for two series; also how it is stored, as JSON. */
export interface ComparedSeries {
  /** Version of this way to compare: what was stored by another one is made anew. */
  readonly method: typeof METHOD
  /** Rounds that have a value of both. */
  readonly n: number
  /** Rounds in which only the arm has a value. */
  readonly unpaired: number
  /** Is null where a value is 0: there is no ratio then. */
  readonly comparison: ArmComparison | null
  /** Wilcoxon's signed-rank test of the rounds' log ratios, two-sided; null without rounds or ratios. */
  readonly pValue: number | null
}

/** 1: percentile limits, 2,000 resamples. 2: docs/decisions/019-intervals.md. */
export const METHOD = 2

/** Says how the campaign of the series was made, as far as it matters to its intervals. */
export interface ComparisonRule {
  readonly seed: number
  /** See `sequentialRounds` of db/. */
  readonly sequentialRounds: number | null
}

export function compareSeries(baseline: RoundSeries, arm: RoundSeries, rule: ComparisonRule): ComparedSeries {
  const pairs = joinColumns(baseline, arm)
  const n = pairs.rounds.length
  const counts = { method: METHOD, n, unpaired: arm.rounds.length - n } as const
  const hasNoRatio = (value: number): boolean => value <= 0
  if (pairs.baseline.some(hasNoRatio) || pairs.arm.some(hasNoRatio))
    return { ...counts, comparison: null, pValue: null }
  const comparison = compareArms({ pairs, ...rule })
  const logRatios = pairs.baseline.map(
    (value, index) => Math.log(value) - Math.log(pairs.arm[index] as number),
  )
  return { ...counts, comparison, pValue: wilcoxonSignedRank(logRatios)?.p ?? null }
}

/** The rounds that both have. Both ascend, so one walk finds the pairs without a map of a million rounds. */
function joinColumns(baseline: RoundSeries, arm: RoundSeries): PairColumns {
  const most = Math.min(baseline.rounds.length, arm.rounds.length)
  const rounds = new Uint32Array(most)
  const [ofBaseline, ofArm] = [new Float64Array(most), new Float64Array(most)]
  let n = 0
  let cursor = 0
  for (let index = 0; index < arm.rounds.length; index += 1) {
    const round = arm.rounds[index] as number
    while (cursor < baseline.rounds.length && (baseline.rounds[cursor] as number) < round) cursor += 1
    if (baseline.rounds[cursor] !== round) continue
    rounds[n] = round
    ofBaseline[n] = baseline.values[cursor] as number
    ofArm[n] = arm.values[index] as number
    n += 1
  }
  return { rounds: rounds.subarray(0, n), baseline: ofBaseline.subarray(0, n), arm: ofArm.subarray(0, n) }
}

/** The same as objects, for few rounds. */
export function joinRounds(baseline: RoundSeries, arm: RoundSeries): RoundPair[] {
  const { rounds, ...values } = joinColumns(baseline, arm)
  return Array.from(rounds, (round, index) => ({
    round,
    baseline: values.baseline[index] as number,
    arm: values.arm[index] as number,
  }))
}
