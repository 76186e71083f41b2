import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ecdf } from '../../stats/ecdf.ts'

test('equal values make one higher step', () => {
  assert.deepEqual(ecdf([30, 10, 20, 10]), [
    { value: 10, share: 0.5 },
    { value: 20, share: 0.75 },
    { value: 30, share: 1 },
  ])
})

test('no values have no distribution; one value has one step to 1', () => {
  assert.equal(ecdf([]), undefined)
  assert.deepEqual(ecdf([5]), [{ value: 5, share: 1 }])
})

test('each share is the share of values that are at most the value of the step', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1 }), (values) => {
      const steps = ecdf(values)
      assert.equal(steps?.length, new Set(values).size)
      assert.equal(steps?.at(-1)?.share, 1)
      for (const { value, share } of steps ?? []) {
        assert.equal(share, values.filter((other) => other <= value).length / values.length)
      }
    }),
  )
})

test('NaN is refused', () => {
  assert.throws(() => ecdf([1, Number.NaN]), RangeError)
})
