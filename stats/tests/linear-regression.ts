import type { Limits } from '../limits.ts'
import { studentLimit, twoSidedStudentP } from '../student-tail.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** y = intercept + slope · x by least squares. */
export interface LinearRegression {
  readonly n: number
  readonly slope: number
  readonly intercept: number
  /** Share of the variance of y that the line explains, 0..1; null where y does not vary. */
  readonly r2: number | null
  /** The following are null for two points, which a line always meets: nothing is left to tell an error from. */
  readonly slopeStandardError: number | null
  readonly interceptStandardError: number | null
  readonly slopeInterval: Limits | null
  readonly interceptInterval: Limits | null
  /** Standard deviation of y about the line, in the unit of y. */
  readonly residualStandardDeviation: number | null
  /** Two-sided, of a slope of 0; null as well where y does not vary. */
  readonly p: number | null
}

/**
 * A straight line through points. Intervals and p suppose that points are independent and scatter about the line alike
 * everywhere, by a normal distribution.
 *
 * @param level two-sided confidence of the intervals, 0.5..0.999; default 0.95
 * @returns undefined without two different x: no line is better than another
 * @throws RangeError where a coordinate is not finite or the level is out of its range
 */
export function linearRegression(
  points: readonly Point[],
  { level = 0.95 }: { readonly level?: number } = {},
): LinearRegression | undefined {
  for (const { x, y } of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`not a point: ${x}, ${y}`)
  }
  const n = points.length
  const [first] = points
  if (first === undefined || points.every(({ x }) => x === first.x)) return undefined
  // Distances from the first point keep years or epochs from losing digits.
  const centreX = mean(points, ({ x }) => x - first.x) + first.x
  const centreY = mean(points, ({ y }) => y - first.y) + first.y
  const sum = (of: (dx: number, dy: number) => number) =>
    points.reduce((so, { x, y }) => so + of(x - centreX, y - centreY), 0)
  const xx = sum((dx) => dx * dx)
  const yy = points.every(({ y }) => y === first.y) ? 0 : sum((_, dy) => dy * dy)
  const slope = yy === 0 ? 0 : sum((dx, dy) => dx * dy) / xx
  const intercept = centreY - slope * centreX
  // Sums the residuals themselves: yy − slope²·xx would lose the digits of a good fit.
  const residuals = yy === 0 ? 0 : sum((dx, dy) => (dy - slope * dx) ** 2)
  const line = { n, slope, intercept, r2: yy === 0 ? null : Math.max(0, 1 - residuals / yy) }
  const degrees = n - 2
  const limit = studentLimit(level, Math.max(1, degrees))
  if (degrees === 0) {
    return {
      ...line,
      slopeStandardError: null,
      interceptStandardError: null,
      slopeInterval: null,
      interceptInterval: null,
      residualStandardDeviation: null,
      p: null,
    }
  }
  const residualStandardDeviation = Math.sqrt(residuals / degrees)
  const slopeStandardError = residualStandardDeviation / Math.sqrt(xx)
  const interceptStandardError = residualStandardDeviation * Math.sqrt(1 / n + (centreX * centreX) / xx)
  return {
    ...line,
    slopeStandardError,
    interceptStandardError,
    slopeInterval: [slope - limit * slopeStandardError, slope + limit * slopeStandardError],
    interceptInterval: [
      intercept - limit * interceptStandardError,
      intercept + limit * interceptStandardError,
    ],
    residualStandardDeviation,
    p: yy === 0 ? null : twoSidedStudentP(slope / slopeStandardError, degrees),
  }
}

function mean(points: readonly Point[], of: (point: Point) => number): number {
  return points.reduce((sum, point) => sum + of(point), 0) / points.length
}
