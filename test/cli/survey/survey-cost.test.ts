import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plannedRatePerS, surveyCostText } from '../../../cli/survey/survey-cost.ts'

const COST = { cpuMs: 4, visitMs: 2_000, requests: 5, receivedBytes: 40_000, diskBytes: 3_000 }

test('the processors are the limit of many visits at once, and the visits that wait the limit of few', () => {
  assert.equal(plannedRatePerS(1_000, 2, COST), 300)
  assert.equal(plannedRatePerS(1_000, 1, COST), 150)
  assert.equal(plannedRatePerS(100, 2, COST), 50)
})

test('time, requests, bytes and disk are said of the whole list', () => {
  assert.equal(
    surveyCostText(36_000, 100, COST),
    'about 6 min, 180000 requests, 1440 MB received, 108 MB on disk',
  )
})

test('a short list takes a minute and a megabyte in words', () => {
  assert.equal(surveyCostText(10, 100, COST), 'about 1 min, 50 requests, 1 MB received, 1 MB on disk')
})
