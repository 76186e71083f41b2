import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killRounds } from './kill-rounds.ts'

test('what was acknowledged is there, once, after 200 kills under load', async (t) => {
  const { acknowledged, retried, ...seen } = await killRounds(200, 7)
  t.diagnostic(`${acknowledged} acknowledged, ${retried} sent again`)
  assert.deepEqual(seen, { kills: 200, lost: 0, twice: 0, unknown: 0, halves: 0, integrity: 'ok' })
  assert.ok(acknowledged > 5_000, `${acknowledged} acknowledged`)
})
