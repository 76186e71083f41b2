import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedScroll } from '../../../web/client/stored-scroll.ts'

test('where a page was scrolled to is read from the history only where it was stored', () => {
  assert.equal(storedScroll({ scrollY: 120 }), 120)
  for (const state of [null, undefined, 3, {}, { scrollY: '120' }]) assert.equal(storedScroll(state), null)
})
