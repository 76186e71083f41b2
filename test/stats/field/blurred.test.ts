import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { blurred, blurredCount } from '../../../stats/field/blurred.ts'

const keyOf = (index: number, what = 'load') => ({ cidHash: hash('sha256', `p${index}`), what })

/** Deviations of the logarithm for many pseudonyms, ascending. */
function deviations(scale: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Math.log((blurred(995, keyOf(index), scale) + 5) / 1_000),
  ).toSorted((a, b) => a - b)
}

test('a vote is moved by Laplace’s distribution: the median stays, half lie within ln 2 scales', () => {
  const moved = deviations(0.2, 20_001)
  const quantile = (p: number): number => moved[Math.round(p * 20_000)] ?? 0
  // Standard errors: of the median scale / √n, of a quartile about √3 times that.
  const error = 0.2 / Math.sqrt(20_001)
  assert.ok(Math.abs(quantile(0.5)) < 4 * error, String(quantile(0.5)))
  assert.ok(Math.abs(quantile(0.75) - 0.2 * Math.LN2) < 7 * error, String(quantile(0.75)))
  assert.ok(Math.abs(quantile(0.25) + 0.2 * Math.LN2) < 7 * error, String(quantile(0.25)))
})

test('a pseudonym is moved the same way each time, and its other values by factors of their own', () => {
  assert.equal(blurred(800, keyOf(1), 0.2), blurred(800, keyOf(1), 0.2))
  const factor = (what: string): number => (blurred(795, keyOf(1, what), 0.2) + 5) / 800
  assert.notEqual(factor('load'), factor('dcl'))
  assert.ok(Math.abs((blurred(1_595, keyOf(1), 0.2) + 5) / 1_600 - factor('load')) < 1e-12)
})

test('0 ms is moved too, and never below 0; a scale of 0 moves nothing', () => {
  const zeros = Array.from({ length: 1_000 }, (_, index) => blurred(0, keyOf(index), 0.2))
  assert.ok(zeros.every((ms) => ms >= 0))
  assert.ok(zeros.filter((ms) => ms > 0).length > 400)
  assert.equal(blurred(812, keyOf(1), 0), 812)
  assert.equal(blurredCount(7, keyOf(1), 0), 7)
})

test('numbers of loads are moved up as much as down', () => {
  const counts = Array.from({ length: 20_000 }, (_, index) => blurredCount(12, keyOf(index, 'loads'), 0.2))
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  // The standard deviation is √2 × 0.2 × (12 + 3).
  assert.ok(Math.abs(mean - 12) < (4 * Math.SQRT2 * 3) / Math.sqrt(20_000), String(mean))
})
