import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CollectionLimits, collectionLimits } from '../../../server/collection/collection-limits.ts'

const limitsOf = (limits: CollectionLimits) =>
  collectionLimits({ limits, clock: () => 0, now: () => '2026-11-20T12:00:00Z' })

/** How many requests are taken at once. */
function taken(limit: { countRequest(name: string): number }): number {
  let count = 0
  while (count < 1_000 && limit.countRequest('a') === 0) count += 1
  return count
}

test('without limits of the operator: 60 uploads and others a minute, 10 deletions', () => {
  const { uploads, deletions, others } = limitsOf({})
  assert.deepEqual([uploads, deletions, others].map(taken), [60, 10, 60])
})

test('an address may speak of 50 sites a day, of each ten times', () => {
  const { uploads } = limitsOf({ perMinute: 0, perDay: 0 })
  const ofOne = Array.from({ length: 11 }, () => uploads.countSubject('a', 'site 0') === 0)
  assert.deepEqual(ofOne.indexOf(false), 10)
  const ofMany = Array.from({ length: 51 }, (_, site) => uploads.countSubject('b', `site ${site}`) === 0)
  assert.deepEqual(ofMany.indexOf(false), 50)
})

test('where uploads of a day are not limited, neither are deletions', () => {
  assert.equal(taken(limitsOf({ perDay: 0 }).deletions), 1_000)
})
