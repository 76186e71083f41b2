import { geometricMean } from '../geometric-mean.ts'
import { studentLimit } from '../student-tail.ts'
import { LEAST_REPETITIONS } from './repeated-figure.ts'

/** Says how much repetitions of one load differ, as fractions of their geometric mean: 0.05 is 5 %. */
export interface Repeatability {
  /** Repetitions. */
  readonly n: number
  /** The largest difference of one of them from their mean. */
  readonly largest: number
  /**
   * Most that another repetition would differ by, at 95 %: the prediction interval by Student's t of logarithms. Of few
   * repetitions it is much wider than `largest`, as it should be: three say little of what a fourth would give.
   */
  readonly predicted: number
}

/** Repetitions may differ by so much on an idle machine. */
export const REPEATS_WITHIN = 0.05

/** Returns null for fewer than three, and where a value is not above 0. */
export function repeatability(values: readonly number[]): Repeatability | null {
  const n = values.length
  if (n < LEAST_REPETITIONS || !values.every((value) => value > 0)) return null
  const mean = geometricMean(values) as number
  const logs = values.map((value) => Math.log(value / mean))
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + log * log, 0) / (n - 1))
  return {
    n,
    largest: Math.max(...values.map((value) => Math.abs(value / mean - 1))),
    predicted: Math.expm1(studentLimit(0.95, n - 1) * deviation * Math.sqrt(1 + 1 / n)),
  }
}
