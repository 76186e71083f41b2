import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from '../../../../crawler/survey/run/share.ts'

test('the shares of all parts together are the limit, and differ by one at most', () => {
  for (const limit of [1, 2, 3, 7, 256, 1_000]) {
    for (const parts of [1, 2, 3, 7]) {
      const shares = Array.from({ length: parts }, (_, index) => shareOf(limit, { index, count: parts }))
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        limit,
      )
      assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, `${limit} by ${parts}: ${shares}`)
    }
  }
})

test('a part that is the whole has the whole limit', () => {
  assert.equal(shareOf(256, { index: 0, count: 1 }), 256)
})
