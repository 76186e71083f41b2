import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairedDifference } from '../../../server/lab/paired-difference.ts'

const series = (values: readonly number[], from = 0) => ({
  rounds: Uint32Array.from(values, (_, index) => from + index),
  values: Float64Array.from(values),
})

test('a difference is arm minus baseline, with medians and an interval of the pairs', () => {
  const found = pairedDifference(series([0, 1, 0, 2, 0, 1]), series([5, 7, 4, 9, 6, 8]))
  assert.deepEqual([found.n, found.baselineMedian, found.armMedian, found.change], [6, 0.5, 6.5, 'more'])
  assert.deepEqual(found.differenceInterval, { low: 4, high: 7 })
  assert.ok((found.difference ?? 0) >= 4 && (found.difference ?? 0) <= 7)
})

test('five rounds are too few, none is unknown, and only rounds of both count', () => {
  const few = pairedDifference(series([0, 0, 0, 0, 0]), series([1, 1, 1, 1, 1]))
  assert.deepEqual([few.difference, few.differenceInterval, few.change], [1, null, 'too few rounds'])
  const none = pairedDifference(series([1, 2]), series([1, 2], 2))
  assert.deepEqual([none.n, none.difference, none.change], [0, null, null])
})
