import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ascendingOrder } from '../../stats/ascending-order.ts'

test('is the order of a stable sort: equal values stay as they came', () => {
  const value = fc.oneof(
    fc.constantFrom(-1, 0, 2, 2.5),
    fc.double({ noNaN: true }).map((x) => x + 0),
  )
  fc.assert(
    fc.property(fc.array(value, { maxLength: 70 }), (values) => {
      const expected = [...values.keys()].sort((a, b) => {
        const [one, other] = [values[a] as number, values[b] as number]
        return one < other ? -1 : one > other ? 1 : a - b
      })
      assert.deepEqual([...ascendingOrder(Float64Array.from(values))], expected)
    }),
  )
})
