import type { Limits } from '../limits.ts'
import { studentLimit } from '../student-tail.ts'
import { type LinearRegression, linearRegression } from '../tests/linear-regression.ts'

/** The gain of an arm on a page under a limit of streams. */
export interface StreamsGain {
  readonly page: string
  /** Number on the page, its document included. */
  readonly resources: number
  /** Most streams at once in a connection. */
  readonly streams: number
  /** median(baseline) / median(arm). */
  readonly gain: number
}

/** Says how many streams it takes to outperform the baseline on one page. */
interface StreamsNeeded {
  readonly page: string
  readonly resources: number
  /** The fewest from which on every gain is above 1; null where the gain with the most is not. */
  readonly streams: number | null
  /** True where they are the fewest that were tried: fewer might be enough. */
  readonly atEdge: boolean
}

export interface StreamsFit {
  /** Sorted by ascending number of resources. */
  readonly pages: readonly StreamsNeeded[]
  /** m = slope · r, streams by resources, by least squares; 1/4 in elkhatib:section-vi-b-model. Null where no page needs a known number. */
  readonly slope: number | null
  /** Interval by Student's distribution; null for one page. */
  readonly slopeInterval: Limits | null
  /** m = intercept + slope · r, to see whether the line goes through the origin; null for one page. */
  readonly line: LinearRegression | null
}

const LEVEL = 0.95

/**
 * The number of streams m that a page of r resources needs to load faster than by the baseline, as a line through the
 * origin over pages. Pages that never do are listed, and in no fit.
 *
 * @returns undefined without points
 * @throws RangeError where a number is not finite or not above 0
 */
export function streamsFit(points: readonly StreamsGain[]): StreamsFit | undefined {
  for (const { resources, streams, gain } of points)
    if (![resources, streams, gain].every((value) => value > 0 && value < Infinity))
      throw new RangeError(`not a gain of streams: ${resources}, ${streams}, ${gain}`)
  if (points.length === 0) return undefined
  const pages = [...Map.groupBy(points, ({ page }) => page).values()].map(neededBy)
  pages.sort((a, b) => a.resources - b.resources)
  const known = pages.flatMap(({ resources, streams }) =>
    streams === null ? [] : [{ x: resources, y: streams }],
  )
  if (known.length === 0) return { pages, slope: null, slopeInterval: null, line: null }
  const squares = known.reduce((sum, { x }) => sum + x ** 2, 0)
  const slope = known.reduce((sum, { x, y }) => sum + x * y, 0) / squares
  const line = linearRegression(known, { level: LEVEL }) ?? null
  return { pages, slope, slopeInterval: slopeInterval(known, slope, squares), line }
}

function neededBy(points: readonly StreamsGain[]): StreamsNeeded {
  const ascending = points.toSorted((a, b) => a.streams - b.streams)
  const lastSlow = ascending.findLastIndex(({ gain }) => gain <= 1)
  const [{ page = '', resources = 0 } = {}] = points
  return { page, resources, streams: ascending[lastSlow + 1]?.streams ?? null, atEdge: lastSlow === -1 }
}

function slopeInterval(
  points: readonly { readonly x: number; readonly y: number }[],
  slope: number,
  squares: number,
): Limits | null {
  if (points.length < 2) return null
  const residuals = points.reduce((sum, { x, y }) => sum + (y - slope * x) ** 2, 0)
  const degrees = points.length - 1
  const half = studentLimit(LEVEL, degrees) * Math.sqrt(residuals / degrees / squares)
  return [slope - half, slope + half]
}
