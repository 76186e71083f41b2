import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianEstimate } from '../../stats/median-estimate.ts'

test('the median lies in the sign test’s interval: the 2nd and 9th of ten values (Conover, table A3)', () => {
  assert.deepEqual(medianEstimate([10, 1, 9, 2, 8, 3, 7, 4, 6, 5]), { value: 5.5, interval: [2, 9] })
})

test('six values have an interval, their ends; five have none', () => {
  assert.deepEqual(medianEstimate([6, 5, 4, 3, 2, 1]), { value: 3.5, interval: [1, 6] })
  assert.deepEqual(medianEstimate([5, 4, 3, 2, 1]), { value: 3, interval: null })
})

test('equal values have an interval without width; no values have no estimate', () => {
  assert.deepEqual(medianEstimate([2, 2, 2, 2, 2, 2]), { value: 2, interval: [2, 2] })
  assert.equal(medianEstimate([]), undefined)
})
