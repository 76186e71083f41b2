import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './kill-rounds.ts'

test('what was acknowledged is there, once, after the server was killed under load', async () => {
  const { acknowledged, retried, ...seen } = await killRounds(4, 6)
  assert.deepEqual(seen, { kills: 4, lost: 0, twice: 0, unknown: 0, halves: 0, integrity: 'ok' })
  assert.ok(acknowledged > 100, `${acknowledged} acknowledged`)
  assert.ok(retried > 4, `${retried} sent again`)
})
