import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChangeResult, shownGains } from '../../advise/shown-gains.ts'

const shown = (result: Partial<ChangeResult>): boolean =>
  shownGains([{ gain: 1.3, interval: [1.2, 1.41], rounds: 20, beforeMs: 1_000, ...result }]).length === 1

test('a gain is shown where its whole interval is at or above 1.05, and 20 ms are saved at least', () => {
  assert.equal(shown({}), true)
  assert.equal(shown({ gain: 1.07, interval: [1.05, 1.09] }), true)
  assert.equal(shown({ gain: 1.07, interval: [1.04, 1.1] }), false)
  assert.equal(shown({ beforeMs: 100 }), false)
  assert.equal(shown({ beforeMs: 130 }), true)
  assert.equal(shown({ gain: 0.8, interval: [0.7, 0.9] }), false)
  assert.equal(shown({ gain: null }), false)
  assert.equal(shown({ interval: null }), false)
})

test('the more is compared, the wider the interval that has to exclude 1', () => {
  const unsure: ChangeResult = { gain: 1.3, interval: [1.06, 1.594], rounds: 20, beforeMs: 1_000 }
  const nothing: ChangeResult = { gain: 1, interval: [0.9, 1.11], rounds: 20, beforeMs: 1_000 }
  assert.deepEqual(shownGains([unsure, nothing]), [unsure])
  assert.deepEqual(shownGains([unsure, ...Array.from({ length: 60 }, () => nothing)]), [])
})
