import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIN_VALUES, medianRanks } from '../../stats/median-ranks.ts'

test('the ranks are those of the tables of the sign test at 5 %, two-sided', () => {
  // Dixon and Massey, Introduction to Statistical Analysis, table A-10a: the critical count is one less than the rank.
  for (const [n, critical] of [
    [6, 0],
    [8, 0],
    [9, 1],
    [10, 1],
    [12, 2],
    [15, 3],
    [17, 4],
    [20, 5],
    [25, 7],
    [30, 9],
    [40, 13],
    [50, 17],
    [75, 28],
    [90, 35],
  ] as const)
    assert.deepEqual(medianRanks(n), { low: critical + 1, high: n - critical }, `n = ${n}`)
})

test('below six values nothing encloses the median with 95 %', () => {
  for (const n of [0, 1, 2, 3, 4, 5]) assert.equal(medianRanks(n), null)
  assert.notEqual(medianRanks(MIN_VALUES), null)
  assert.equal(medianRanks(MIN_VALUES - 1), null)
})

test('beyond what 0.5^n can be written as, the ranks are those of the normal approximation', () => {
  for (const n of [2_000, 20_000]) {
    const near = Math.floor((n + 1) / 2 - (1.96 * Math.sqrt(n)) / 2)
    const { low = 0, high = 0 } = medianRanks(n) ?? {}
    assert.ok(Math.abs(low - near) <= 1, `${low} for ${near}`)
    assert.equal(low + high, n + 1)
  }
})
