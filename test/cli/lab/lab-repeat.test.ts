import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPECTED_INSIDE, repetition, repetitionText } from '../../../cli/lab/lab-repeat.ts'
import type { CellResult } from '../../../cli/lab/lab-report.ts'

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
