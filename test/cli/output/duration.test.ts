import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesText } from '../../../cli/output/duration.ts'

test('an estimate is in whole minutes, at least one, and in hours from sixty on', () => {
  assert.deepEqual([0, 29_000, 90_000, 3_540_000, 3_600_000, 5_400_000].map(minutesText), [
    '1 min',
    '1 min',
    '2 min',
    '59 min',
    '1 h 0 min',
    '1 h 30 min',
  ])
})
