import assert from 'node:assert/strict'
import { onEveryDatabase } from '../../db/databases.ts'
import { killRounds } from './kill-rounds.ts'

const KILLS = 200

onEveryDatabase('what was acknowledged is there, once, after 200 kills under load', async (database, t) => {
  const { acknowledged, retried, ...seen } = await killRounds(database, KILLS, 7)
  t.diagnostic(`${acknowledged} acknowledged, ${retried} sent again`)
  const integrity = database.dialect === 'sqlite' ? 'ok' : null
  assert.deepEqual(seen, { kills: KILLS, lost: 0, twice: 0, unknown: 0, halves: 0, integrity })
  assert.ok(acknowledged > 5_000, `${acknowledged} acknowledged`)
})
