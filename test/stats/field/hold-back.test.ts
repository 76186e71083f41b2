import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { membersOf } from '../../../stats/field/changed.ts'
import type { Contributor } from '../../../stats/field/contributors.ts'
import { curveOf } from '../../../stats/field/curve.ts'
import { holdBack } from '../../../stats/field/hold-back.ts'
import { contributor } from './field-rows.ts'

/** Log-normally spread around 1 s. */
const honest = Array.from({ length: 200 }, (_, i) => contributor(`h${i}`, 1_000 * 1.01 ** (i - 99.5)))
const attackers = Array.from({ length: 40 }, (_, i) => contributor(`a${i}`, 2_000 + i))
const medianOf = (of: readonly Contributor[]): number => curveOf(of)?.medianMs ?? 0

test('nobody is held back while the median stays within its step', () => {
  assert.equal(holdBack(honest, membersOf(honest), medianOf(honest), 0.001), honest)
})

test('of a heavier side so many are held back that the median is where it was, and those who came last', () => {
  const kept = holdBack([...honest, ...attackers], membersOf(honest), medianOf(honest), 0.001)
  assert.ok(Math.abs(medianOf(kept) / medianOf(honest) - 1) < 0.006, `${medianOf(kept)}`)
  const of = (name: string): number => kept.filter(({ cidHash }) => cidHash.startsWith(name)).length
  assert.equal(of('a'), 0)
  // The median of bins can only come near: one of the others may have to stay out as well.
  assert.ok(of('h') >= 199, `${of('h')} of those who were there before are kept`)
  const both = honest.map((one) => ({ ...one, valueMs: 2_000_000 / one.valueMs }))
  const down = holdBack(
    [...honest, ...attackers.map((one) => ({ ...one, valueMs: 1 }))],
    membersOf(both),
    medianOf(honest),
    0.001,
  )
  assert.ok(Math.abs(medianOf(down) / medianOf(honest) - 1) < 0.006)
})

test('those who are held back are taken from everywhere on their side, so that it keeps its shape', () => {
  const joined = Array.from({ length: 64 }, (_, i) => contributor(`j${i}`, 1_500 + 10 * i))
  const kept = holdBack([...honest, ...joined], membersOf(honest), 1_100, 0.001)
  const held = joined.filter((one) => !kept.includes(one)).map(({ valueMs }) => (valueMs - 1_500) / 640)
  assert.ok(held.length > 8 && held.length < 64)
  const mean = held.reduce((sum, place) => sum + place, 0) / held.length
  assert.ok(Math.abs(mean - 0.5) < 0.1, `they lie around ${mean} of the side`)
})

test('the order of contributors changes nothing', () => {
  const all = [...honest.slice(60, 140), ...attackers]
  const names = (of: readonly Contributor[]): string[] => of.map(({ cidHash }) => cidHash).toSorted()
  const expected = names(holdBack(all, membersOf(honest), 1_000, 0.001))
  assert.ok(expected.length < all.length)
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) =>
      assert.deepEqual(names(holdBack(shuffled, membersOf(honest), 1_000, 0.001)), expected),
    ),
    { numRuns: 30 },
  )
})
