import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteCurve } from '../../../server/campaign/site-curve.ts'
import { dkwHalfWidth } from '../../../stats/dkw-half-width.ts'
import { quantile } from '../../../stats/quantile.ts'

test('a curve counts sites with a value and those without', () => {
  assert.deepEqual(siteCurve([3, 1, 3, 2], 6), {
    ...{ n: 4, without: 2, min: 1, median: 2.5, medianInterval: null, max: 3 },
    bandHalfWidth: dkwHalfWidth(4),
    table: [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99].map((p) => ({ p, value: quantile([1, 2, 3, 3], p) })),
    steps: [
      { value: 1, share: 0.25 },
      { value: 2, share: 0.5 },
      { value: 3, share: 1 },
    ],
  })
})

test('the median has an interval from 6 sites on', () => {
  assert.deepEqual(siteCurve([1, 2, 3, 4, 5, 6], 6).medianInterval, { low: 1, high: 6 })
})

test('without a value there is nothing but the count of those without', () => {
  assert.deepEqual(siteCurve([], 3), {
    ...{ n: 0, without: 3, min: null, median: null, medianInterval: null, max: null },
    ...{ bandHalfWidth: null, table: [], steps: [] },
  })
})

test('of very many values a part of the steps is given, each exact, the last among them', () => {
  const { steps } = siteCurve(
    Array.from({ length: 2_500 }, (_, i) => i),
    2_500,
  )
  assert.ok(steps.length > 500 && steps.length <= 1_001)
  for (const { value, share } of steps) assert.equal(share, (value + 1) / 2_500)
  assert.deepEqual(steps.at(-1), { value: 2_499, share: 1 })
})
