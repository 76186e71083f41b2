import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherLink } from '../../../server/replay/other-link.ts'

const LINK = { rttMs: 100, downMbps: 10, upMbps: null, lossDown: { goodToBad: 0.1, badToGood: 0.5 } }

test('a link is like another where all of its condition is equal, in whichever order it stands', () => {
  const recorded = { backend: 'netem', condition: LINK, measured: { rttMs: 100.2 } }
  assert.equal(otherLink(recorded, Object.fromEntries(Object.entries(LINK).reverse())), null)
})

test('what differs is named with both values', () => {
  const why = otherLink({ condition: LINK }, { ...LINK, rttMs: 20, downMbps: null })
  assert.equal(why, 'it was recorded behind another link (rttMs 100, here 20; downMbps 10, here none)')
})

test('without an emulated link, or with one that says nothing of its condition, there is none to be like', () => {
  for (const recorded of [null, undefined, {}, { condition: null }, 'netem'])
    assert.equal(otherLink(recorded, LINK), 'it was recorded without an emulated link')
})
