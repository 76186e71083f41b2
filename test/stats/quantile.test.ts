import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median } from '../../stats/median.ts'
import { quantile } from '../../stats/quantile.ts'

test('quantile uses the R-7 method', () => {
  // The example of d3-array and of R's quantile(c(3, 6, 7, 8, 8, 10, 13, 15, 16, 20)): type 7.
  const even = [3, 6, 7, 8, 8, 10, 13, 15, 16, 20]
  assert.equal(quantile(even, 0), 3)
  assert.equal(quantile(even, 0.25), 7.25)
  assert.equal(quantile(even, 0.5), 9)
  assert.equal(quantile(even, 0.75), 14.5)
  assert.equal(quantile(even, 1), 20)
  const odd = [3, 6, 7, 8, 8, 9, 10, 13, 15, 16, 20]
  assert.equal(quantile(odd, 0.25), 7.5)
  assert.equal(quantile(odd, 0.5), 9)
  assert.equal(quantile(odd, 0.75), 14)
  assert.equal(quantile([1, 2], 0.3), 1.3)
})

test('quantile and median of no values are undefined, never 0', () => {
  assert.equal(quantile([], 0.5), undefined)
  assert.equal(median([]), undefined)
})

test('the median is the middle value, or the mean of the middle two, by size and not by spelling', () => {
  assert.equal(median([7]), 7)
  assert.equal(median([1, 4]), 2.5)
  assert.equal(median([10, 9, 2]), 9)
  assert.equal(median([3, 3, 3, 100]), 3)
  assert.equal(median([-1, -10, 5, 0]), -0.5)
})

test('the input is neither changed nor minded in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 })), (values) => {
      const before = [...values]
      assert.equal(median(values), median([...values].reverse()))
      assert.deepEqual(values, before)
    }),
  )
})

test('a quantile lies between the smallest and the largest value and rises with p', () => {
  const values = fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1 })
  const share = fc.double({ noNaN: true, min: 0, max: 1 })
  fc.assert(
    fc.property(values, share, share, (list, p, q) => {
      const low = quantile(list, Math.min(p, q)) ?? Number.NaN
      const high = quantile(list, Math.max(p, q)) ?? Number.NaN
      assert.ok(Math.min(...list) <= low && low <= high + 1e-9 && high <= Math.max(...list))
    }),
  )
})

test('NaN, infinities and a p outside 0..1 are refused', () => {
  for (const bad of [Number.NaN, Infinity, -Infinity]) assert.throws(() => median([1, bad, 2]), RangeError)
  for (const p of [-0.1, 1.1, Number.NaN]) assert.throws(() => quantile([1], p), RangeError)
})
