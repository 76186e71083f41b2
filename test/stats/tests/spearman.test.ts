import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rng } from '../../../stats/rng.ts'
import { spearman } from '../../../stats/tests/spearman.ts'
import { near } from '../near.ts'

const points = (xs: readonly number[], ys: readonly number[]) =>
  xs.map((x, index) => ({ x, y: ys[index] as number }))

// The worked example of Wikipedia, “Spearman's rank correlation coefficient”: IQ and hours of television.
const IQ = points([106, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7, 27, 2, 50, 28, 29, 20, 12, 6, 17])

test('gives the published −29/165 for IQ and hours of television', () => {
  const found = spearman(IQ)
  assert.equal(found?.n, 10)
  near(found?.rho, -29 / 165, 1e-12)
})

test('the interval is that of Bonett and Wright', () => {
  // artanh(−0.1757576) = −0.1776034; √((1 + 0.0154454) / 7) = 0.3808691; × 1.959964 = 0.7464897.
  const { interval } = spearman(IQ) ?? {}
  near(interval?.[0], Math.tanh(-0.1776034 - 0.7464897), 1e-5)
  near(interval?.[1], Math.tanh(-0.1776034 + 0.7464897), 1e-5)
})

test('equal values share the mean of their ranks', () => {
  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / √(4.5 · 5).
  near(spearman(points([1, 2, 2, 3], [10, 20, 30, 40]))?.rho, 4.5 / Math.sqrt(22.5), 1e-12)
})

test('needs two different values of each, and four points for an interval', () => {
  assert.equal(spearman([]), undefined)
  assert.equal(spearman(points([1], [1])), undefined)
  assert.equal(spearman(points([1, 1, 1], [1, 2, 3])), undefined)
  assert.equal(spearman(points([1, 2, 3], [7, 7, 7])), undefined)
  assert.deepEqual(spearman(points([1, 2], [1, 2])), { n: 2, rho: 1, interval: null })
  assert.deepEqual(spearman(points([1, 2], [2, 1])), { n: 2, rho: -1, interval: null })
  assert.equal(spearman(points([1, 2, 3], [1, 3, 2]))?.interval, null)
  assert.ok(spearman(points([1, 2, 3, 4], [1, 3, 2, 4]))?.interval)
  assert.deepEqual(spearman(points([1, 2, 3, 4], [1, 2, 3, 4])), { n: 4, rho: 1, interval: null })
})

test('what is no number and no level is refused', () => {
  assert.throws(() => spearman(points([1, Number.NaN], [1, 2])), RangeError)
  assert.throws(() => spearman(IQ, { level: 1 }), RangeError)
})

test('depends on the order of values alone, and changes its sign when one order is turned', () => {
  const finite = fc.integer({ min: -50, max: 50 })
  fc.assert(
    fc.property(fc.array(fc.record({ x: finite, y: finite }), { maxLength: 30 }), (all) => {
      const found = spearman(all)
      const stretched = spearman(all.map(({ x, y }) => ({ x: Math.exp(x / 20), y: y ** 3 })))
      assert.deepEqual(stretched, found)
      const turned = spearman(all.map(({ x, y }) => ({ x, y: -y })))
      if (found === undefined) assert.equal(turned, undefined)
      else {
        near(turned?.rho, -found.rho, 1e-12)
        near(spearman(all.map(({ x, y }) => ({ x: y, y: x })))?.rho, found.rho, 1e-12)
        assert.ok(Math.abs(found.rho) <= 1)
      }
    }),
  )
})

test('of 24 conditions the 95 % interval holds the true correlation in some 95 % of tries', () => {
  const random = rng(24)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const r = 0.7
  // Of a bivariate normal distribution (Pearson 1907).
  const truth = (6 / Math.PI) * Math.asin(r / 2)
  let held = 0
  for (let run = 0; run < 1_000; run += 1) {
    const { interval } =
      spearman(
        Array.from({ length: 24 }, () => {
          const x = normal()
          return { x, y: r * x + Math.sqrt(1 - r * r) * normal() }
        }),
      ) ?? {}
    if (interval && interval[0] <= truth && truth <= interval[1]) held += 1
  }
  assert.ok(held >= 930 && held <= 970, `${held} of 1,000`)
})
