import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geometricMean } from '../../../stats/geometric-mean.ts'
import { gainSummary } from '../../../stats/lab/gain-summary.ts'

test('the geometric mean lets a gain of 2 and one of ½ cancel', () => {
  assert.equal(geometricMean([2, 0.5]), 1)
  assert.ok(Math.abs((geometricMean([1, 10, 100]) ?? 0) - 10) < 1e-12)
  assert.equal(geometricMean([3]), Math.exp(Math.log(3)))
  // Products that leave the range of numbers do not.
  assert.ok(Math.abs((geometricMean(new Array(100).fill(1e300)) ?? 0) / 1e300 - 1) < 1e-9)
})

test('the geometric mean of nothing is undefined; what is not above 0 is refused', () => {
  assert.equal(geometricMean([]), undefined)
  for (const bad of [0, -1, Number.NaN, Infinity]) assert.throws(() => geometricMean([1, bad]), RangeError)
})

test('a summary counts gains of exactly 1 and 2 in, and those just below out', () => {
  const gains = [0.5, 1, 0.9999, 2, 1.9999, 4].map((gain, condition) => ({ condition, gain }))
  const summary = gainSummary(gains)
  assert.equal(summary?.n, 6)
  assert.equal(summary?.atLeastOne, 4)
  assert.equal(summary?.atLeastTwo, 2)
  assert.deepEqual(summary?.best, { condition: 5, gain: 4 })
  assert.deepEqual(summary?.worst, { condition: 0, gain: 0.5 })
})

test('among equal gains the first condition stands for best and worst', () => {
  const summary = gainSummary(['a', 'b', 'c'].map((condition) => ({ condition, gain: 1.5 })))
  assert.equal(summary?.best.condition, 'a')
  assert.equal(summary?.worst.condition, 'a')
})

test('there is no summary of no gains', () => {
  assert.equal(gainSummary([]), undefined)
})
