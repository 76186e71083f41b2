import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreement } from '../../../cli/lab/lab-agreement.ts'
import type { CablelabsCondition } from '../../../stats/lab/cablelabs-tables.ts'
import { near } from '../../stats/near.ts'

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
