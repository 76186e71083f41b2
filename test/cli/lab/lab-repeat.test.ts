import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreement } from '../../../cli/lab/lab-agreement.ts'
import { EXPECTED_INSIDE, repetition, repetitionText } from '../../../cli/lab/lab-repeat.ts'
import type { CellResult } from '../../../cli/lab/lab-report.ts'
import type { CablelabsCondition } from '../../../stats/lab/cablelabs-tables.ts'
import { near } from '../../stats/near.ts'

function result(rttMs: number, gain: number | null, interval: readonly [number, number] | null): CellResult {
  const comparison = { gain, gainInterval: interval }
  return {
    cell: rttMs,
    factors: { rttMs, page: 'a' },
    state: 'done',
    reason: null,
    arm: 'h2',
    valid: 8,
    invalid: 0,
    failed: 0,
    median: 100,
    limitMs: null,
    efficiency: null,
    compared: { comparison } as unknown as CellResult['compared'],
  }
}

test('gains are looked for in the intervals of the same condition, whatever the order of cells and factors', () => {
  const earlier = [result(20, 1.1, [1, 1.2]), result(100, 2, [1.9, 2.1]), result(200, 3, null)]
  const later = [result(200, 3, [2, 4]), result(100, 2.2, [2, 3]), result(20, 1.2, [1.1, 1.3])].map(
    (each) => ({
      ...each,
      factors: { page: 'a', rttMs: each.factors.rttMs ?? null },
    }),
  )
  const { n, inside } = repetition(earlier, later)
  assert.deepEqual([n, inside], [2, 1])
  assert.match(
    repetitionText(7, repetition(earlier, later)),
    /^1 of 2 gains lie in the 95 % intervals of run 7: 50 %/,
  )
})

test('without intervals nothing is said', () => {
  assert.equal(repetition([], [result(20, 1, [1, 1])]).interval, null)
  assert.match(repetitionText(7, repetition([], [])), /^no gain/)
})

test('of two runs under equal conditions five gains in six are in the other’s interval', () => {
  assert.ok(Math.abs(EXPECTED_INSIDE - 0.834) < 0.001)
})

/** Conditions of one page at these round-trip times, HTTPS at 1,000 ms, SPDY by its gain. */
const conditions = (gains: Readonly<Record<number, number | null>>): CablelabsCondition[] =>
  Object.entries(gains).map(([rttMs, gain]) => ({
    page: 'A',
    servers: 1,
    downMbps: 10,
    upMbps: 1,
    rttMs: Number(rttMs),
    lossPercent: 0,
    httpsIw3Ms: 1000,
    spdyIw3Ms: gain === null ? null : 1000 / gain,
    httpsIw10Ms: null,
    spdyIw10Ms: null,
  }))

test('gains are ranked against those that were printed for the same condition', () => {
  // Ranks 1 2 3 4 5 against 2 1 4 3 5: 1 − 6 · 4 / (5 · 24).
  const ours = conditions({ 10: 1.1, 20: 1.2, 30: 1.3, 40: 1.4, 50: 1.5 })
  const printed = conditions({ 50: 9, 40: 3, 30: 4, 20: 1, 10: 2 })
  const [found, ...others] = agreement(ours, printed)
  assert.deepEqual([found?.case.number, found?.n, found?.leftOut, others], [1, 5, 0, []])
  near(found?.correlation?.rho, 0.8, 1e-12)
  assert.ok(found?.correlation?.interval)
})

test('what only one of them has is in no figure, and counted where it is ours', () => {
  const ours = conditions({ 10: 1.1, 20: 1.2, 30: null, 60: 2 })
  const printed = conditions({ 10: 1, 20: 2, 30: 3, 40: 4 })
  const [found] = agreement(ours, printed)
  assert.deepEqual([found?.n, found?.leftOut, found?.correlation?.rho], [2, 1, 1])
})

test('without a gain of ours there is no case, without a common condition no correlation', () => {
  assert.deepEqual(agreement(conditions({ 10: null }), conditions({ 10: 1 })), [])
  const [found] = agreement(conditions({ 10: 1 }), [])
  assert.deepEqual([found?.n, found?.leftOut, found?.correlation], [0, 1, null])
})
