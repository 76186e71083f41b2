import assert from 'node:assert/strict'
import { onEveryDatabase } from '../../db/databases.ts'
import { killRounds } from './kill-rounds.ts'

const KILLS = 60

onEveryDatabase(
  `what was acknowledged is there, once, after ${KILLS} kills under load`,
  async (database, t) => {
    const { acknowledged, retried, ...seen } = await killRounds(database, KILLS, 7)
    t.diagnostic(`${acknowledged} acknowledged, ${retried} sent again`)
    const integrity = database.dialect === 'sqlite' ? 'ok' : null
    assert.deepEqual(seen, { kills: KILLS, lost: 0, twice: 0, unknown: 0, halves: 0, integrity })
    assert.ok(acknowledged > 1_500, `${acknowledged} acknowledged`)
  },
)
