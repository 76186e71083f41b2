import type { LoadBound } from '../../model/load-figure-terms.ts'
import { geometricMean } from '../geometric-mean.ts'
import type { Limits } from '../limits.ts'
import { studentLimit } from '../student-tail.ts'
import type { Bounded } from './load-figures.ts'

export interface RepeatedFigure {
  readonly n: number
  /** Their mean: geometric of a ratio scale, arithmetic of a slope. Of lower bounds, the lowest: the figure is that or more. */
  readonly value: number
  /** Interval at 95 %; null for fewer than three, and of a lower bound. */
  readonly interval: Limits | null
  readonly bound: LoadBound | null
}

/** Two repetitions have an interval too, whose factor is 12.7 standard deviations: nothing can be read from it. */
export const LEAST_REPETITIONS = 3

/**
 * A figure that is above 0 and known to some percent, such as pages/s: the geometric mean with Student's t interval of
 * logarithms. Repetitions are alike but for noise that acts by factors, and an interval of so few must not reach below 0.
 * The range of three would hold the median with 75 % only. Where each repetition is known between two values, the interval
 * is that of the lower ones to that of the upper ones. Undefined without values.
 */
export function repeatedRatioFigure(values: readonly (Bounded | null)[]): RepeatedFigure | undefined {
  const known = values.filter((value) => value !== null)
  const n = known.length
  const bound = known.find((value) => value.bound !== null)?.bound ?? null
  if (n === 0) return undefined
  if (bound !== null) return { n, value: Math.min(...known.map(({ value }) => value)), interval: null, bound }
  const isPositive = known.every(({ between: [low] }) => low > 0)
  if (!isPositive) return { n, value: mean(known.map(({ value }) => value)), interval: null, bound }
  const [lows, highs] = [0, 1].map((end) => known.map(({ between }) => Math.log(between[end] as number)))
  const [low, high] = [limits(lows as number[])?.[0], limits(highs as number[])?.[1]]
  return {
    n,
    value: geometricMean(known.map(({ value }) => value)) as number,
    interval: low === undefined || high === undefined ? null : [Math.exp(low), Math.exp(high)],
    bound,
  }
}

/**
 * A figure that may be 0 or below, such as sockets or memory for each user: the mean with Student's t interval. Undefined
 * without values.
 */
export function repeatedSlope(values: readonly (number | null)[]): RepeatedFigure | undefined {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return undefined
  return { n: known.length, value: mean(known), interval: limits(known), bound: null }
}

/**
 * Takes figures of two arms from the same repetitions, first / second, each pair one value. Undefined where a pair holds a
 * lower bound, or a value that is not above 0: their ratio is not known.
 */
export function repeatedRatio(
  pairs: readonly (readonly [Bounded | null, Bounded | null])[],
): RepeatedFigure | undefined {
  const known = pairs.flatMap(([first, second]) => (first && second ? [[first, second] as const] : []))
  const isKnown = known.every((pair) => pair.every(({ value, bound }) => bound === null && value > 0))
  if (!isKnown) return undefined
  return repeatedRatioFigure(
    known.map(([{ value, between: a }, { value: other, between: b }]) => ({
      value: value / other,
      between: [a[0] / b[1], a[1] / b[0]],
      bound: null,
    })),
  )
}

/** Returns limits at 95 %, by Student's t. */
function limits(values: readonly number[]): Limits | null {
  const n = values.length
  if (n < LEAST_REPETITIONS) return null
  const middle = mean(values)
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (n - 1)
  const half = studentLimit(0.95, n - 1) * Math.sqrt(variance / n)
  return [middle - half, middle + half]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
