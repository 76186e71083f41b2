import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { midranks, tieCorrection } from '../../stats/midranks.ts'
import { tiedSample } from './comparison/sample-arbitraries.ts'

test('equal values share the mean of their ranks, in the order given', () => {
  const { ranks, tieSizes } = midranks(Float64Array.of(30, 10, 20, 10, 30, 30))
  assert.deepEqual([...ranks], [5, 1.5, 3, 1.5, 5, 5])
  assert.deepEqual(tieSizes, [2, 3])
  assert.equal(tieCorrection(tieSizes), 6 + 24)
})

test('no values have no ranks, one has rank 1, and 0 and -0 are equal', () => {
  assert.deepEqual(midranks(new Float64Array()), { ranks: new Float64Array(), tieSizes: [] })
  assert.deepEqual([...midranks(Float64Array.of(7)).ranks], [1])
  assert.deepEqual([...midranks(Float64Array.of(0, -0)).ranks], [1.5, 1.5])
})

test('ranks are those of the definition: smaller values, and half of equal ones, plus a half', () => {
  fc.assert(
    fc.property(tiedSample, (values) => {
      const { ranks } = midranks(Float64Array.from(values))
      for (const [index, value] of values.entries()) {
        const smaller = values.filter((other) => other < value).length
        const equal = values.filter((other) => other === value).length
        assert.equal(ranks[index], smaller + (equal + 1) / 2)
      }
    }),
  )
})

test('what is not finite cannot be ranked', () => {
  for (const bad of [Number.NaN, Infinity]) assert.throws(() => midranks(Float64Array.of(1, bad)), RangeError)
})
