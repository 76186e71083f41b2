import { geometricMean } from '../geometric-mean.ts'
import type { Limits } from '../limits.ts'

/** The gain of one condition with its interval, which lies evenly around the logarithm of the gain. */
interface GainWithInterval {
  /** Is above 0. */
  readonly gain: number
  readonly interval: Limits | null
}

interface MeanGain {
  /** Geometric mean. */
  readonly value: number
  /** Is null where one of the conditions has none. */
  readonly interval: Limits | null
}

/**
 * The geometric mean of gains over conditions that were measured independently of each other. Its interval has the level
 * of theirs: the half lengths of their logarithms add up in squares. It says how sure the mean is *of these conditions*,
 * not of others.
 *
 * @returns undefined without gains
 * @throws RangeError where a gain is not above 0
 */
export function meanGain(gains: readonly GainWithInterval[]): MeanGain | undefined {
  const value = geometricMean(gains.map(({ gain }) => gain))
  if (value === undefined) return undefined
  let squares = 0
  for (const { interval } of gains) {
    if (interval === null) return { value, interval: null }
    squares += ((Math.log(interval[1]) - Math.log(interval[0])) / 2) ** 2
  }
  const factor = Math.exp(Math.sqrt(squares) / gains.length)
  return { value, interval: [value / factor, value * factor] }
}
