import { expectedElsewhere } from '../../advise/expected-elsewhere.ts'
import { gainRatio } from '../../stats/comparison/gain-ratio.ts'
import type { Limits } from '../../stats/limits.ts'
import { median } from '../../stats/median.ts'
import { studentLimit } from '../../stats/student-tail.ts'
import type { PredictedGain } from './predicted-gains.ts'

/** What came of a prediction, where both gains have an interval. */
export interface JudgedPrediction {
  /** Live gain over the predicted one: 1 where the prediction came true. */
  readonly ratio: number
  /** 95 % interval of that ratio. */
  readonly ratioInterval: readonly [number, number]
  /** Whether it holds 1. */
  readonly isHeld: boolean
  /** Whether the live gain, as if it had no error, lies in the interval of the replays alone. */
  readonly isWithin: boolean
  /** Whether the live gain lies within what an advice says of other servers, given its own noise. */
  readonly isExpected: boolean
  /** Whether the live loads leave it open that HTTP/3 gains nothing. Such loads hold nearly any prediction of a small gain. */
  readonly isOpen: boolean
  /** Standard error of the ratio's logarithm. */
  readonly error: number
}

/**
 * The live gain is an estimate of a few loads, too: an interval of the replays alone misses it however right they are. Both were
 * measured independently. So a prediction is held where the interval of the ratio of both gains holds 1, as in 95 of 100 pairs
 * where replays are right. Null: one of the two has no interval.
 */
export function judgePrediction({ predicted, live }: PredictedGain): JudgedPrediction | null {
  if (predicted?.gain == null || live?.gain == null) return null
  const [said, found] = [predicted.gainInterval, live.gainInterval]
  const { ratio, interval, differs } = gainRatio(
    { gain: live.gain, interval: found },
    { gain: predicted.gain, interval: said },
  )
  if (said === null || found === null || interval === null) return null
  return {
    ratio,
    ratioInterval: [interval[0], interval[1]],
    isHeld: differs === false,
    isWithin: live.gain >= said[0] && live.gain <= said[1],
    isExpected: isExpected(live.gain, found, expectedElsewhere(predicted.gain, [said[0], said[1]])),
    isOpen: found[0] <= 1 && found[1] >= 1,
    error: Math.hypot(errorOf(said, predicted.n), errorOf(found, live.n)),
  }
}

function isExpected(gain: number, [low, high]: Limits, [least, most]: Limits): boolean {
  const width = Math.hypot(Math.log(high / low), Math.log(most / least)) / 2
  return Math.abs(Math.log(gain / Math.sqrt(least * most))) <= width
}

/** An interval of `compareArms` is as many standard errors to both sides as Student's t of its rounds says. */
function errorOf([low, high]: Limits, rounds: number): number {
  return (Math.log(high) - Math.log(low)) / 2 / studentLimit(0.95, rounds - 1)
}

export interface PredictionSummary {
  readonly judged: number
  readonly held: number
  readonly within: number
  readonly expected: number
  /** Held although live loads exclude that HTTP/3 gains nothing; and how many of such there are. */
  readonly heldOfDecided: readonly [number, number]
  /** How far live gains are from predicted ones, percent, median; null: no pair is judged. */
  readonly distancePercent: number | null
  /** How far they have to be for a prediction not to hold, percent, median. */
  readonly toleratedPercent: number | null
  /** What the replays themselves are off by: root mean square, without the noise of both, percent. */
  readonly ownErrorPercent: number | null
}

export function summariseJudged(judged: readonly JudgedPrediction[]): PredictionSummary {
  const squares = judged.map(({ ratio, error }) => Math.log(ratio) ** 2 - error ** 2)
  const ownError = Math.sqrt(Math.max(0, squares.reduce((sum, square) => sum + square, 0) / squares.length))
  const decided = judged.filter(({ isOpen }) => !isOpen)
  return {
    judged: judged.length,
    held: judged.filter(({ isHeld }) => isHeld).length,
    within: judged.filter(({ isWithin }) => isWithin).length,
    expected: judged.filter((each) => each.isExpected).length,
    heldOfDecided: [decided.filter(({ isHeld }) => isHeld).length, decided.length],
    distancePercent: medianPercent(judged.map(({ ratio }) => Math.abs(Math.log(ratio)))),
    toleratedPercent: medianPercent(
      judged.map(({ ratioInterval: [low, high] }) => (Math.log(high) - Math.log(low)) / 2),
    ),
    ownErrorPercent: judged.length === 0 ? null : 100 * Math.expm1(ownError),
  }
}

function medianPercent(logarithms: readonly number[]): number | null {
  const found = median(logarithms)
  return found === undefined ? null : 100 * Math.expm1(found)
}
