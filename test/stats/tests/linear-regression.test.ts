import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linearRegression } from '../../../stats/tests/linear-regression.ts'
import { near } from '../near.ts'

const points = (xs: readonly number[], ys: readonly number[]) =>
  xs.map((x, index) => ({ x, y: ys[index] as number }))

// NIST Statistical Reference Datasets, Norris: calibration of ozone monitors.
const NORRIS = points(
  [
    ...[
      0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4, 0.6, 775.5, 666.9, 338.0,
    ],
    ...[
      447.5, 11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3, 0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1,
      118.3,
    ],
    ...[229.2, 669.1, 448.9, 0.5],
  ],
  [
    ...[
      0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3, 0.1, 778.1, 668.8, 339.3,
    ],
    ...[
      448.9, 10.8, 557.7, 228.3, 998.0, 888.8, 119.6, 0.3, 0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2,
      117.6,
    ],
    ...[228.9, 668.4, 449.2, 0.2],
  ],
)

test('gives NIST’s certified values for Norris', () => {
  const line = linearRegression(NORRIS)
  assert.equal(line?.n, 36)
  near(line?.intercept, -0.262323073774029, 1e-12)
  near(line?.slope, 1.00211681802045, 1e-13)
  near(line?.interceptStandardError, 0.232818234301152, 1e-12)
  near(line?.slopeStandardError, 0.429796848199937e-3, 1e-15)
  near(line?.residualStandardDeviation, 0.884796396144373, 1e-12)
  near(line?.r2, 0.999993745883712, 1e-14)
})

test('gives what R’s documentation of anscombe prints: 3.0001 + 0.5001 x, R² 0.6665, p 0.00217', () => {
  const line = linearRegression(
    points(
      [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
      [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
    ),
  )
  near(line?.intercept, 3.0001, 0.00005)
  near(line?.slope, 0.5001, 0.00005)
  near(line?.interceptStandardError, 1.1247, 0.00005)
  near(line?.slopeStandardError, 0.1179, 0.00005)
  near(line?.r2, 0.6665, 0.00005)
  near(line?.p, 0.00217, 0.000005)
  // t of 9 degrees of freedom: 2.262157.
  near(line?.slopeInterval?.[0], 0.500091 - 2.262157 * 0.117906, 1e-5)
  near(line?.interceptInterval?.[1], 3.000091 + 2.262157 * 1.124747, 1e-5)
})

test('two points have a line and no error to tell; fewer, or one x only, have no line', () => {
  const line = linearRegression(points([1, 3], [10, 14]))
  assert.deepEqual([line?.slope, line?.intercept, line?.r2], [2, 8, 1])
  assert.deepEqual(
    [line?.p, line?.slopeStandardError, line?.slopeInterval, line?.interceptInterval],
    [null, null, null, null],
  )
  for (const few of [[], points([1], [2]), points([5, 5, 5], [1, 2, 3])])
    assert.equal(linearRegression(few), undefined)
})

test('a level line has no R² and no p; a perfect one has p = 0 and no width', () => {
  const level = linearRegression(points([1, 2, 3], [0.1, 0.1, 0.1]))
  assert.deepEqual([level?.slope, level?.intercept, level?.r2, level?.p], [0, 0.1, null, null])
  const perfect = linearRegression(points([1, 2, 3, 4], [3, 5, 7, 9]))
  assert.deepEqual([perfect?.slope, perfect?.intercept, perfect?.r2, perfect?.p], [2, 1, 1, 0])
  assert.deepEqual(perfect?.slopeInterval, [2, 2])
})

test('what is no point, or no level, is refused', () => {
  assert.throws(() => linearRegression(points([1, 2], [3, Number.NaN])), RangeError)
  assert.throws(() => linearRegression(NORRIS, { level: 1 }), RangeError)
})

test('loses no digits far from the origin, such as times since 1970', () => {
  const near1970 = linearRegression(points([0, 1, 2, 3], [1, 2.5, 2.5, 4]))
  const today = linearRegression(points([1.7e12, 1.7e12 + 1, 1.7e12 + 2, 1.7e12 + 3], [1, 2.5, 2.5, 4]))
  near(today?.slope, near1970?.slope ?? Number.NaN, 1e-12)
  near(today?.p, near1970?.p ?? Number.NaN, 1e-12)
})

const coordinate = fc.integer({ min: -1_000, max: 1_000 })

test('residuals add up to 0 alone and times x; y scaled scales the line; R² and p do not care which is x', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 3, maxLength: 20 }),
      (all) => {
        const line = linearRegression(all)
        if (line === undefined) return
        const residual = ({ x, y }: { x: number; y: number }) => y - line.intercept - line.slope * x
        near(
          all.reduce((sum, point) => sum + residual(point), 0),
          0,
          1e-7,
        )
        near(
          all.reduce((sum, point) => sum + residual(point) * point.x, 0),
          0,
          1e-3,
        )
        const scaled = linearRegression(all.map(({ x, y }) => ({ x, y: -3 * y })))
        near(scaled?.slope, -3 * line.slope, 1e-6)
        near(scaled?.intercept, -3 * line.intercept, 1e-5)
        if (line.r2 === null || line.p === null) return
        assert.ok(line.r2 >= 0 && line.r2 <= 1 && line.p >= 0 && line.p <= 1)
        const turned = linearRegression(all.map(({ x, y }) => ({ x: y, y: x })))
        near(turned?.r2, line.r2, 1e-9)
        near(turned?.p, line.p, 1e-6)
      },
    ),
  )
})
