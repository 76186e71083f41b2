import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../../../crawler/metrics/median.ts'

test('the median is the middle value, or the mean of the two in the middle', () => {
  assert.equal(median([]), null)
  assert.equal(median([5]), 5)
  assert.equal(median([10, 2]), 6)
  assert.equal(median([10, 9, 1]), 9)
  assert.equal(median([100, 1, 3, 2]), 2.5)
})
