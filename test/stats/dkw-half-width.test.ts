import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { rng } from '../../stats/rng.ts'
import { near } from './near.ts'

test('the band’s half width is √(ln 40 / 2n) (Massart 1990): 0.136 for 100 values, 0.0136 for 10,000', () => {
  near(dkwHalfWidth(100) ?? 0, 0.135_810_151_574_061_95)
  near(dkwHalfWidth(10_000) ?? 0, 0.013_581_015_157_406_196)
})

test('one value says nothing about a distribution, no value has no band', () => {
  assert.equal(dkwHalfWidth(1), 1)
  assert.equal(dkwHalfWidth(0), null)
})

test('the uniform distribution leaves the band of 20 values in at most 5 % of 4,000 draws, standard error 0.3 %', () => {
  const random = rng(7)
  const half = dkwHalfWidth(20) ?? 0
  let left = 0
  for (let draw = 0; draw < 4_000; draw += 1) {
    const sorted = Array.from({ length: 20 }, () => random()).sort((a, b) => a - b)
    if (sorted.some((x, i) => Math.max((i + 1) / 20 - x, x - i / 20) > half)) left += 1
  }
  assert.ok(left / 4_000 < 0.05 + 3 * 0.0035, `${left} of 4,000`)
  assert.ok(left / 4_000 > 0.02, `${left} of 4,000: the band is wider than it need be`)
})
