import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spread, spreadOfKnown, spreadText } from '../../../bench/harness/spread.ts'

test('the median of an even number of values is the middle between the two in the middle', () => {
  assert.deepEqual(spread([4, 1, 3, 2]), { median: 2.5, min: 1, max: 4 })
  assert.deepEqual(spread([5, 1, 3]), { median: 3, min: 1, max: 5 })
  assert.throws(() => spread([]), RangeError)
})

test('unknown values have no part in a spread; without known ones there is none', () => {
  assert.deepEqual(spreadOfKnown([null, 4, 2]), { median: 3, min: 2, max: 4 })
  assert.equal(spreadOfKnown([null]), null)
})

test('a spread is written as its median with its ends, once where all values are alike', () => {
  for (const [values, text] of [
    [[1, 2, 6], '2.0 (1.0–6.0)'],
    [[2, 2], '2.0'],
  ] as const)
    assert.equal(spreadText(spread(values), 1), text)
  assert.equal(spreadText(null, 1), null)
})
