import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalTail, twoSidedNormalP } from '../../stats/normal-tail.ts'
import { near } from './near.ts'

test('the tail is that of the tables (Abramowitz and Stegun, table 26.2, −log₁₀ Q)', () => {
  for (const [x, minusLog10] of [
    [5, 6.54265],
    [10, 23.11805],
    [20, 88.5601],
    [30, 197.30921],
  ] as const) {
    near(-Math.log10(normalTail(x)), minusLog10, 0.000006)
  }
  near(normalTail(0), 0.5, 0)
  near(normalTail(1), 0.158655253931457, 1e-14)
})

test('both ways of computing it meet where one takes over, and it never rises', () => {
  near(normalTail(3 - 1e-9) / normalTail(3), 1, 1e-8)
  let before = 1
  for (let x = 0; x < 12; x += 0.01) {
    const tail = normalTail(x)
    assert.ok(tail <= before && tail >= 0, `at ${x}`)
    before = tail
  }
})

test('a two-sided p is twice the tail, the same for both signs, and 1 at 0', () => {
  near(twoSidedNormalP(1.959963984540054), 0.05, 1e-14)
  assert.equal(twoSidedNormalP(-2.5), twoSidedNormalP(2.5))
  assert.equal(twoSidedNormalP(0), 1)
})
