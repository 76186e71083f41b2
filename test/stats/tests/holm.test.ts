import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holm } from '../../../stats/tests/holm.ts'
import { near } from '../near.ts'

test('gives what R’s p.adjust gives for four tests with unordered p', () => {
  const corrected = holm([0.01, 0.04, 0.03, 0.005])
  for (const [index, expected] of [0.03, 0.06, 0.06, 0.02].entries()) near(corrected[index], expected, 1e-15)
})

test('no tests need no correction, one has none, two are doubled at most, and nothing exceeds 1', () => {
  assert.deepEqual(holm([]), [])
  assert.deepEqual(holm([0.04]), [0.04])
  assert.deepEqual(holm([0.5, 0.02]), [0.5, 0.04])
  assert.deepEqual(holm([0.7, 0.6]), [1, 1])
  assert.deepEqual(holm([0.01, 0.01, 0.01]), [0.03, 0.03, 0.03])
})

test('is the closed test of Bonferroni: the worst correction over every set of tests that holds the one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      (ps) => {
        for (const [index, found] of holm(ps).entries()) {
          let worst = 0
          for (let members = 1; members < 2 ** ps.length; members += 1) {
            if (((members >> index) & 1) === 0) continue
            const set = ps.filter((_, member) => ((members >> member) & 1) === 1)
            worst = Math.max(worst, Math.min(1, set.length * Math.min(...set)))
          }
          near(found, worst, 1e-15)
        }
      },
    ),
  )
})

test('keeps the order, never makes a value smaller and does not depend on the order given', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (ps) => {
      const corrected = holm(ps)
      for (const [i, p] of ps.entries()) {
        assert.ok((corrected[i] as number) >= p && (corrected[i] as number) <= 1)
        for (const [j, other] of ps.entries())
          if (p < other) assert.ok((corrected[i] as number) <= (corrected[j] as number))
      }
      assert.deepEqual(holm(ps.toReversed()), corrected.toReversed())
    }),
  )
})

test('what is no p-value is refused', () => {
  for (const bad of [-0.1, 1.1, Number.NaN]) assert.throws(() => holm([0.5, bad]), RangeError)
})
