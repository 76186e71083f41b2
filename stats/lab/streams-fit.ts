import type { Limits } from '../limits.ts'
import { studentLimit } from '../student-tail.ts'
import { type LinearRegression, linearRegression } from '../tests/linear-regression.ts'

/** The gain of an arm at a round-trip time and a limit of streams. */
export interface StreamsGain {
  readonly rttMs: number
  /** Most streams at once in a connection. */
  readonly streams: number
  /** median(baseline) / median(arm). */
  readonly gain: number
}

/** How many streams were enough at one round-trip time. */
export interface StreamsPeak {
  readonly rttMs: number
  /** The fewest whose gain is as good as the best. */
  readonly streams: number
  /** The best gain. */
  readonly gain: number
  /** True where they are the most, or the fewest, that were tried: the real number may lie beyond. */
  readonly atEdge: boolean
}

export interface StreamsFit {
  /** By ascending round-trip time. */
  readonly peaks: readonly StreamsPeak[]
  /** m = slope · r, streams by milliseconds, by least squares; Elkhatib et al. 2014 (Fig 9) found m ≈ r / 4. */
  readonly slope: number
  /** By Student's distribution; null for one peak. */
  readonly slopeInterval: Limits | null
  /** m = intercept + slope · r, to see whether the line goes through the origin; null for one peak. */
  readonly line: LinearRegression | null
}

/** Gains that differ by less are taken for equal: with more streams than needed they only scatter. */
export const SAME_GAIN = 0.02

/**
 * The number of streams m that is needed at a round-trip time r, as a line through the origin.
 *
 * @param level two-sided confidence, 0.5..0.999; default 0.95
 * @returns undefined without points, or where every round-trip time is 0
 * @throws RangeError where a number is not finite, or a gain not above 0
 */
export function streamsFit(
  points: readonly StreamsGain[],
  { level = 0.95 }: { readonly level?: number } = {},
): StreamsFit | undefined {
  for (const { rttMs, streams, gain } of points) {
    if (!(Number.isFinite(rttMs) && Number.isFinite(streams) && gain > 0 && gain < Infinity))
      throw new RangeError(`not a gain of streams: ${rttMs}, ${streams}, ${gain}`)
  }
  const peaks = [...Map.groupBy(points, ({ rttMs }) => rttMs).values()].map(peakOf)
  peaks.sort((a, b) => a.rttMs - b.rttMs)
  const squares = peaks.reduce((sum, { rttMs }) => sum + rttMs ** 2, 0)
  if (squares === 0) return undefined
  const slope = peaks.reduce((sum, { rttMs, streams }) => sum + rttMs * streams, 0) / squares
  const line = linearRegression(
    peaks.map(({ rttMs, streams }) => ({ x: rttMs, y: streams })),
    { level },
  )
  return { peaks, slope, slopeInterval: slopeInterval(peaks, slope, squares, level), line: line ?? null }
}

function peakOf(points: readonly StreamsGain[]): StreamsPeak {
  const gain = Math.max(...points.map((point) => point.gain))
  const tried = points.map(({ streams }) => streams)
  const good = points.filter((point) => point.gain >= gain * (1 - SAME_GAIN))
  const streams = Math.min(...good.map((point) => point.streams))
  const atEdge = streams === Math.max(...tried) || streams === Math.min(...tried)
  return { rttMs: points[0]?.rttMs as number, streams, gain, atEdge }
}

function slopeInterval(
  peaks: readonly StreamsPeak[],
  slope: number,
  squares: number,
  level: number,
): Limits | null {
  if (peaks.length < 2) return null
  const residuals = peaks.reduce((sum, { rttMs, streams }) => sum + (streams - slope * rttMs) ** 2, 0)
  const degrees = peaks.length - 1
  const half = studentLimit(level, degrees) * Math.sqrt(residuals / degrees / squares)
  return [slope - half, slope + half]
}
