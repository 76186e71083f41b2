import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ByteRanges } from '../../../../crawler/probe/packets/byte-ranges.ts'

test('a range overlaps where it shares a byte with what was added, and is covered where it shares all', () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), range, (added, [start, bytes]) => {
      const ranges = new ByteRanges()
      const set = new Set<number>()
      for (const [from, length] of added) {
        ranges.add(from, from + length)
        for (let at = from; at < from + length; at += 1) set.add(at)
      }
      const asked = Array.from({ length: bytes }, (_, index) => start + index)
      assert.equal(
        ranges.overlaps(start, start + bytes),
        asked.some((at) => set.has(at)),
      )
      assert.equal(
        ranges.covers(start, start + bytes),
        asked.every((at) => set.has(at)),
      )
    }),
    { numRuns: 2000 },
  )
})
