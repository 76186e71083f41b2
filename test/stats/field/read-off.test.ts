import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { medianError, readOff } from './read-off.ts'

const BLURRED = { kind: 'blurred', scale: FIELD_RULES.blur } as const

test('of one person among fakes the bin is named one time in nine; unmoved votes name it each time', () => {
  assert.deepEqual(readOff({ kind: 'none' }, 200, 1), { bin: 1, near: 1 })
  // Measured at 4,000 trials: 10.8 %; guessing without any curve 3.9 %.
  assert.ok(readOff(BLURRED, 1_000, 1).bin < 0.15)
})

test('who sees a quarter of releases knows no more than from one', () => {
  assert.equal(readOff(BLURRED, 500, 4, 13).bin, readOff(BLURRED, 500, 4, 1).bin)
  const anew = readOff({ ...BLURRED, fresh: true }, 500, 4, 13).bin
  assert.ok(anew > 0.25, `moved anew each week it would be found out: ${anew}`)
})

test('a published median is off by little more than its own chance', () => {
  for (const people of [20, 100]) {
    const [moved, exact] = [
      medianError(BLURRED, people, 500, 2),
      medianError({ kind: 'none' }, people, 500, 2),
    ]
    assert.ok(moved.rms < 1.25 * exact.rms, `${people}: ${moved.rms} instead of ${exact.rms}`)
  }
})
