import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samplesPerMinute, type TakenSample } from '../../../bench/graph/samples-per-minute.ts'

const load = (startedMs: number, wallMs = 1_000, valid = true): TakenSample => ({ startedMs, wallMs, valid })

test('the time between loads counts', () => {
  assert.equal(samplesPerMinute([load(0), load(2_000), load(5_000)]), 30)
})

test('loads at the same time count once', () => {
  assert.equal(samplesPerMinute([load(0, 6_000), load(0, 6_000), load(500, 1_000)]), 30)
})

test('a load that is not valid takes its time, and is not counted', () => {
  assert.equal(samplesPerMinute([load(0), load(1_000, 1_000, false), load(2_000), load(3_000)]), 45)
})

test('a run that was interrupted: its pause does not count', () => {
  const later = 3_600_000
  assert.equal(samplesPerMinute([load(0), load(1_000), load(later), load(later + 1_000)]), 60)
})

test('of one load nothing is known', () => {
  assert.equal(samplesPerMinute([load(0)]), null)
})
