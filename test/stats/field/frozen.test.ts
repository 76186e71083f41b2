import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bins, Curve } from '../../../model/published-cell.ts'
import { curveOf } from '../../../stats/field/curve.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { frozen, standardError } from '../../../stats/field/frozen.ts'
import { contributor } from './field-rows.ts'

/** A curve whose median is this, of people so near to each other that its error is 0. */
function at(medianMs: number): Curve {
  const curve = curveOf([contributor('a', medianMs)])
  assert.ok(curve)
  return { ...curve, medianMs }
}

const EXACT: Bins = []

test('without history a leap is one of more than four times the smallest deviation, 5 %', () => {
  assert.equal(frozen([], 1_000, EXACT, at(1_049), FIELD_RULES), false)
  assert.equal(frozen([], 1_000, EXACT, at(1_053), FIELD_RULES), true)
  assert.equal(frozen([], 1_000, EXACT, at(950), FIELD_RULES), true)
})

test('from the fourth median on their own deviation widens the limit, on the logarithmic scale', () => {
  // Deviations of 1, 1.1, 1.21, 1.331: half of them within 0.095 of the middle.
  const history = [1_000, 1_100, 1_210, 1_331]
  assert.equal(frozen(history, 1_000, EXACT, at(1_300), FIELD_RULES), false)
  assert.equal(frozen(history.slice(1), 1_000, EXACT, at(1_300), FIELD_RULES), true)
  assert.equal(frozen(history, 1_000, EXACT, at(1_600), FIELD_RULES), true)
})

test('few contributors leap by chance: four standard errors of the last good curve are allowed', () => {
  const wide: Bins = Array.from({ length: 25 }, (_, i) => [100 + 2 * i, 1])
  const error = standardError(wide)
  assert.ok(error > 0.1)
  const leap = (size: number): boolean =>
    frozen([], 1_000, wide, at(1_000 * Math.exp(size * error)), FIELD_RULES)
  assert.deepEqual([leap(3.9), leap(4.1), leap(-4.1)], [false, true, true])
})
