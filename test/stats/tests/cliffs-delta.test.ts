import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rng } from '../../../stats/rng.ts'
import { cliffsDelta } from '../../../stats/tests/cliffs-delta.ts'
import { mannWhitney } from '../../../stats/tests/mann-whitney.ts'
import { twoSamples } from '../comparison/sample-arbitraries.ts'
import { near } from '../near.ts'

test('gives what R’s effsize prints for its documented example: −0.25, and −0.7265846 to 0.3890062', () => {
  const found = cliffsDelta([10, 10, 20, 20, 20, 30, 30, 30, 40, 50], [10, 20, 30, 40, 40, 50])
  assert.deepEqual([found?.delta, found?.baselineN, found?.armN], [-0.25, 10, 6])
  near(found?.interval?.[0], -0.7265846, 5e-8)
  near(found?.interval?.[1], 0.3890062, 5e-8)
})

test('no overlap has a delta of ±1 and one limit that is Wilson’s for none of the smaller sample', () => {
  const above = cliffsDelta([11, 12, 13, 14, 15, 16], [1, 2, 3, 4])
  assert.equal(above?.delta, 1)
  // t = 2.306 with 8 degrees of freedom, 4 values: (4 − 5.318) / (4 + 5.318).
  near(above?.interval?.[0], -0.1414, 0.0001)
  assert.equal(above?.interval?.[1], 1)
  const below = cliffsDelta([1, 2, 3, 4], [11, 12, 13, 14, 15, 16])
  assert.equal(below?.interval?.[0], -1)
  near(below?.interval?.[1], 0.1414, 0.0001)
})

test('one value in a sample has a delta and no interval; none has nothing', () => {
  assert.deepEqual(cliffsDelta([2], [1, 3, 4]), { baselineN: 1, armN: 3, delta: -1 / 3, interval: null })
  assert.equal(cliffsDelta([2], [2])?.delta, 0)
  assert.ok(cliffsDelta([1, 2], [1, 2])?.interval)
  assert.equal(cliffsDelta([], [1]), undefined)
  assert.equal(cliffsDelta([1], []), undefined)
  assert.throws(() => cliffsDelta([1], [Infinity]), RangeError)
  assert.throws(() => cliffsDelta([1, 2], [3, 4], { level: 0.2 }), RangeError)
})

test('is the share of pairs by definition, bounded, odd when samples change places, and 2U/nm − 1', () => {
  fc.assert(
    fc.property(twoSamples, ([first, second]) => {
      const found = cliffsDelta(first, second)
      const swapped = cliffsDelta(second, first)
      const u = mannWhitney(first, second)?.u
      assert.ok(found && swapped && u !== undefined)
      const pairs = first.flatMap((a) => second.map((b) => Math.sign(a - b)))
      near(found.delta, pairs.reduce((sum, sign) => sum + sign, 0) / pairs.length, 1e-14)
      near(found.delta, (2 * u) / pairs.length - 1, 1e-14)
      near(swapped.delta, -found.delta, 0)
      if (found.interval === null || swapped.interval === null) return
      const [low, high] = found.interval
      assert.ok(-1 <= low && low <= found.delta && found.delta <= high && high <= 1, `${low}…${high}`)
      near(swapped.interval[0], -high, 1e-12)
      near(swapped.interval[1], -low, 1e-12)
    }),
  )
})

test('does not change under stretching that keeps the order', () => {
  fc.assert(
    fc.property(twoSamples, ([first, second]) => {
      const stretch = (values: number[]) => values.map((value) => value ** 3 / 8 + value)
      assert.deepEqual(cliffsDelta(stretch(first), stretch(second)), cliffsDelta(first, second))
    }),
  )
})

test('the interval holds the true delta in some 95 % of simulated samples', () => {
  const random = rng(21)
  let held = 0
  for (let trial = 0; trial < 500; trial += 1) {
    const first = Array.from({ length: 20 }, random)
    const second = Array.from({ length: 15 }, () => random() + 0.2)
    const interval = cliffsDelta(first, second)?.interval
    // P(U + 0.2 > V) − P(less) of two uniform variables: 1 − 0.8² = 0.36.
    if (interval && interval[0] <= -0.36 && -0.36 <= interval[1]) held += 1
  }
  assert.ok(held >= 460 && held <= 490, `${held} of 500`)
})
