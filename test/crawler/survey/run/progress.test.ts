import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressMeter } from '../../../../crawler/survey/run/progress.ts'

test('there is no rate before anything was done', () => {
  const meter = progressMeter({ total: 10, done: 4, failed: 1 }, () => 0)
  assert.deepEqual(meter.now(), { done: 4, total: 10, failed: 1, ratePerS: null, etaS: null })
})

test('the rate counts what this run did, not what was there before', () => {
  let nowMs = 5_000
  const meter = progressMeter({ total: 1_000, done: 900, failed: 0 }, () => nowMs)
  nowMs += 2_000
  meter.add(20, 3)
  assert.deepEqual(meter.now(), { done: 920, total: 1_000, failed: 3, ratePerS: 10, etaS: 8 })
})

test('the rate is that of the last 30 seconds', () => {
  let nowMs = 0
  const meter = progressMeter({ total: 1_000_000, done: 0, failed: 0 }, () => nowMs)
  for (let second = 0; second < 100; second += 1) {
    nowMs += 1_000
    meter.add(1_000, 0)
  }
  for (let second = 0; second < 100; second += 1) {
    nowMs += 1_000
    meter.add(10, 0)
  }
  const { ratePerS } = meter.now()
  assert.ok(ratePerS !== null && Math.abs(ratePerS - 10) < 0.5, `${ratePerS}`)
})

test('a young run has the planned time left, and one that has got going what its own rate says', () => {
  let nowMs = 0
  const meter = progressMeter({ total: 1_000, done: 0, failed: 0 }, () => nowMs, 100)
  assert.equal(meter.now().etaS, 10)
  nowMs = 2_000
  meter.add(10, 0)
  assert.deepEqual(meter.now(), { done: 10, total: 1_000, failed: 0, ratePerS: 5, etaS: 9.9 })
  nowMs = 10_000
  meter.add(10, 0)
  assert.deepEqual(meter.now(), { done: 20, total: 1_000, failed: 0, ratePerS: 2, etaS: 490 })
})
