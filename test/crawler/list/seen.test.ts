import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Seen, SeenRanks } from '../../../crawler/list/seen.ts'

test('says of every text what a Set says', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 200 }), (texts) => {
      const seen = new Seen()
      const set = new Set<string>()
      for (const text of texts) {
        assert.equal(seen.has(text), set.has(text))
        assert.equal(seen.add(text), !set.has(text))
        set.add(text)
        assert.ok(seen.has(text))
      }
    }),
  )
})

test('takes no two of 200,000 names for one while it grows', () => {
  const seen = new Seen()
  for (let i = 0; i < 200_000; i++) {
    const name = `site-${i}.example.com`
    assert.equal(seen.has(name), false, name)
    seen.add(name)
  }
  for (let i = 0; i < 200_000; i += 997) assert.ok(seen.has(`site-${i}.example.com`))
})

test('says of every rank what a Set says, wherever runs begin and break off', () => {
  const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 })))
  fc.assert(
    fc.property(runs, (drawn) => {
      const seen = new SeenRanks()
      const set = new Set<number>()
      for (const rank of drawn.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i))) {
        assert.equal(seen.has(rank), set.has(rank))
        if (!set.has(rank)) seen.add(rank)
        set.add(rank)
      }
      for (let rank = 1; rank < 60; rank += 1) assert.equal(seen.has(rank), set.has(rank))
    }),
  )
})
