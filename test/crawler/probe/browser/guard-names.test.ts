import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noTraps, trapped } from './trap-network.ts'
import { DIGIT_NAMES } from './trap-pages.ts'

test('names that look like private addresses are reached under the guard’s rules', {
  skip: noTraps,
}, async () => {
  // The load event waits for the pictures.
  const [found] = await trapped({ filter: false, guarded: true, lingerMs: 0, pages: ['10'] })
  assert.deepEqual(found?.[1].failure, null)
  assert.deepEqual(found?.[1].hosts, ['10.example.com', ...DIGIT_NAMES].sort())
})
