import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalCdf, normalQuantile } from '../../stats/normal.ts'
import { Z95 } from '../../stats/tests/wilson.ts'

const near = (found: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(found - expected) <= tolerance, `${found}, expected ${expected}`)

test('the normal distribution function is that of the tables (Abramowitz and Stegun, table 26.1)', () => {
  for (const [x, expected] of [
    [0, 0.5],
    [1, 0.841344746068543],
    [2, 0.977249868051821],
    [3, 0.99865010196837],
    [4, 0.999968328758167],
    [-1, 0.158655253931457],
  ] as const) {
    near(normalCdf(x), expected, 1e-14)
  }
  assert.equal(normalCdf(40), 1)
  assert.equal(normalCdf(-40), 0)
})

test('the normal quantile undoes the distribution function and gives the known points', () => {
  near(normalQuantile(0.975), 1.959963984540054, 1e-12)
  near(normalQuantile(0.975), Z95, 1e-6)
  near(normalQuantile(0.8), 0.8416212335729143, 1e-12)
  assert.equal(normalQuantile(0.5), 0)
  for (const p of [1e-9, 1e-4, 0.025, 0.3, 0.7, 0.999, 1 - 1e-9]) near(normalCdf(normalQuantile(p)), p, 1e-14)
})

test('what cannot be computed is refused', () => {
  for (const p of [0, 1, -1, Number.NaN]) assert.throws(() => normalQuantile(p), RangeError)
})
