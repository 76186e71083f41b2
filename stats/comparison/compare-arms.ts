import { checkResamples } from '../check-resamples.ts'
import type { Limits } from '../limits.ts'
import { median } from '../median.ts'
import { normalCdf, normalQuantile } from '../normal.ts'
import { studentLimit } from '../student-tail.ts'
import { type Autocorrelation, autocorrelation, effectiveRounds } from './autocorrelation.ts'
import { type PairColumns, type Pairs, pairColumns } from './pair-rounds.ts'
import { ratioErrors } from './ratio-errors.ts'
import { sequentialBound } from './sequential-bound.ts'

export type ComparisonVerdict = 'faster' | 'slower' | 'no difference shown' | 'too few rounds'

/**
 * Says when an interval holds its level: `fixed `, of a number of rounds that was fixed beforehand; `sequential`, of a campaign
 * that is looked at after every round and may stop at any of them.
 */
type IntervalRule = 'fixed' | 'sequential'

/** Says how an arm compares with a baseline over the rounds both have a value for. Null: unknown with so few rounds. */
export interface ArmComparison {
  readonly n: number
  /** Median in the unit of the values; null for no rounds. */
  readonly baselineMedian: number | null
  readonly armMedian: number | null
  /** median(baseline) / median(arm): above 1 the arm is faster (as in cablelabs:table-5). */
  readonly gain: number | null
  readonly gainInterval: Limits | null
  /** 100 · (1 − mean(arm) / mean(baseline)) (Elkhatib et al. 2014); above 0 the arm is faster. */
  readonly reductionOfMeansPercent: number | null
  readonly reductionOfMeansInterval: Limits | null
  /** 100 · (1 − median(arm) / median(baseline)) = 100 · (1 − 1 / gain), and its interval likewise. */
  readonly reductionOfMediansPercent: number | null
  readonly reductionOfMediansInterval: Limits | null
  /** `faster` or `slower` only where `gainInterval` excludes 1; `too few rounds` where there is no interval. */
  readonly verdict: ComparisonVerdict
  /** The smallest difference of the medians that would have been shown in some 80 % of such campaigns. */
  readonly couldHaveShownPercent: number | null
  readonly intervalRule: IntervalRule
  /** Correlation of the log ratios of successive rounds; null without an interval, and where all ratios are equal. */
  readonly autocorrelation: Autocorrelation | null
  /** Independent rounds that tell as much as these: at most `n`. Null without an interval. */
  readonly effectiveRounds: number | null
}

interface CompareArmsOptions {
  /** Sorted as the rounds; at least `MIN_ROUNDS` for an interval; values above 0. */
  readonly pairs: Pairs
  /** Whole number, 0 to 2^32 - 1. Ten rounds or fewer need no random numbers. */
  readonly seed: number
  /** Random resamples, 1,000 or more; default null: all of them up to 10 rounds, 400,000 / n beyond (`ratioErrors`). */
  readonly resamples?: number | null
  /** Two-sided confidence, 0.5..0.99; default 0.95. */
  readonly level?: number
  /**
   * Rounds that a campaign that may stop after any could have had at most (`--until-ci`). Default null: the number of rounds
   * was fixed beforehand.
   */
  readonly sequentialRounds?: number | null
}

/**
 * Fewer rounds have no interval: even where one arm wins every one of 5 rounds, chance alone does as much in 2 of
 * 2^5 = 6.25 % of campaigns, so no method without an assumption about the distribution can exclude it at 95 %.
 */
export const MIN_ROUNDS = 6

/** A campaign that may stop at any round does not stop before: earlier looks would widen every later one. */
export const FIRST_LOOK = 10

export const POWER = 0.8

/**
 * Compares two arms by a bootstrap over rounds. The interval of a ratio is exp(log ratio ± c · SE): SE is the bootstrap's
 * standard error of the logarithm (`ratioErrors`; of means times √(n/(n − 1))), c Student's quantile with n − 1 degrees of
 * freedom. It is widened by √(n / effective rounds) where rounds resemble their neighbours (`autocorrelation`), and with
 * `sequentialRounds` c is at the confidence that every look needs (`sequentialBound`). It keeps its meaning under
 * logarithms and when the arms change places.
 *
 * Why so, and what simulations say of coverage, false verdicts and power: docs/method.md and
 * docs/decisions/019-intervals.md; the slow tests repeat them.
 *
 * `couldHaveShownPercent` is 100 · (e^m − 1) with m = (c + z.80) / c times half the length of the interval of the
 * logarithm of the gain. As e^m − 1 is more than 1 − e^−m, it errs upwards for a reduction.
 *
 * @throws RangeError where a value is not above 0 or not finite, or an option is out of its range
 */
export function compareArms({
  pairs: given,
  seed,
  resamples = null,
  level = 0.95,
  sequentialRounds = null,
}: CompareArmsOptions): ArmComparison {
  if (resamples !== null) checkResamples(resamples)
  if (!(level >= 0.5 && level <= 0.99)) throw new RangeError(`a level is 0.5 to 0.99, not ${level}`)
  if (sequentialRounds !== null && !(Number.isInteger(sequentialRounds) && sequentialRounds >= 1)) {
    throw new RangeError(`the most rounds of a campaign are a whole number above 0, not ${sequentialRounds}`)
  }
  const pairs = pairColumns(given)
  const n = pairs.rounds.length
  for (let index = 0; index < n; index += 1) {
    const [baseline, arm] = [pairs.baseline[index] as number, pairs.arm[index] as number]
    if (!(baseline > 0 && baseline < Infinity && arm > 0 && arm < Infinity)) {
      throw new RangeError(`round ${pairs.rounds[index]} cannot be compared as a ratio: ${baseline}, ${arm}`)
    }
  }
  const intervalRule = sequentialRounds === null ? 'fixed' : 'sequential'
  const points = pointsOf(pairs)
  const { baselineMedian, armMedian } = points
  const errors = n < firstLook(sequentialRounds) ? null : ratioErrors(pairs, seed, resamples)
  if (errors === null || baselineMedian === null || armMedian === null) {
    return {
      ...points,
      gainInterval: null,
      reductionOfMeansInterval: null,
      reductionOfMediansInterval: null,
      verdict: 'too few rounds',
      couldHaveShownPercent: null,
      intervalRule,
      autocorrelation: null,
      effectiveRounds: null,
    }
  }
  const correlation = autocorrelation(
    // Ranks of ratios are those of their logarithms.
    pairs.baseline.map((baseline, index) => baseline / (pairs.arm[index] as number)),
  )
  const effective = effectiveRounds(n, correlation)
  const critical = studentLimit(confidenceOfLook(n, level, sequentialRounds), n - 1)
  const factor = critical * Math.sqrt(n / effective)
  const logGain = around(Math.log(baselineMedian) - Math.log(armMedian), factor * errors.ofMedians)
  const logOfMeans = around(
    Math.log(sumOf(pairs.baseline)) - Math.log(sumOf(pairs.arm)),
    factor * errors.ofMeans * Math.sqrt(n / (n - 1)),
  )
  const halfWidth = (logGain[1] - logGain[0]) / 2
  return {
    ...points,
    gainInterval: [Math.exp(logGain[0]), Math.exp(logGain[1])],
    reductionOfMeansInterval: [reductionPercent(logOfMeans[0]), reductionPercent(logOfMeans[1])],
    reductionOfMediansInterval: [reductionPercent(logGain[0]), reductionPercent(logGain[1])],
    verdict: logGain[0] > 0 ? 'faster' : logGain[1] < 0 ? 'slower' : 'no difference shown',
    couldHaveShownPercent: 100 * Math.expm1(halfWidth * (1 + normalQuantile(POWER) / critical)),
    intervalRule,
    autocorrelation: correlation,
    effectiveRounds: effective,
  }
}

/** The fewest rounds that have an interval. */
export function firstLook(sequentialRounds: number | null): number {
  return sequentialRounds === null ? MIN_ROUNDS : Math.max(MIN_ROUNDS, Math.min(FIRST_LOOK, sequentialRounds))
}

/** The confidence that an interval of `n` rounds needs, so that those of all looks hold the truth together at `level`. */
function confidenceOfLook(n: number, level: number, sequentialRounds: number | null): number {
  if (sequentialRounds === null) return level
  const first = firstLook(sequentialRounds)
  return 2 * normalCdf(sequentialBound(first, Math.max(n, first, sequentialRounds), 1 - level)) - 1
}

function around(middle: number, half: number): Limits {
  return [middle - half, middle + half]
}

type Points = Pick<
  ArmComparison,
  'n' | 'baselineMedian' | 'armMedian' | 'gain' | 'reductionOfMeansPercent' | 'reductionOfMediansPercent'
>

function pointsOf({ baseline, arm }: PairColumns): Points {
  const baselineMedian = median(baseline) ?? null
  const armMedian = median(arm) ?? null
  if (baselineMedian === null || armMedian === null) {
    const nothing = { gain: null, reductionOfMeansPercent: null, reductionOfMediansPercent: null }
    return { n: 0, baselineMedian, armMedian, ...nothing }
  }
  return {
    n: baseline.length,
    baselineMedian,
    armMedian,
    gain: baselineMedian / armMedian,
    reductionOfMeansPercent: 100 * (1 - sumOf(arm) / sumOf(baseline)),
    reductionOfMediansPercent: 100 * (1 - armMedian / baselineMedian),
  }
}

/** Percent saved, from the logarithm of baseline / arm. */
function reductionPercent(logRatio: number): number {
  return -100 * Math.expm1(-logRatio)
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
