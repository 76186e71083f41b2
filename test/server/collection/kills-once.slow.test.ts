import assert from 'node:assert/strict'
import { onEveryDatabase } from '../../db/databases.ts'
import { killRounds } from './kill-rounds.ts'

/** The second meets what the first left behind; kills.nightly.test.ts has many. */
const KILLS = 2

onEveryDatabase(
  'what was acknowledged is there, once, after the server was killed under load',
  async (database) => {
    const { acknowledged, retried, ...seen } = await killRounds(database, KILLS, 6)
    const integrity = database.dialect === 'sqlite' ? 'ok' : null
    assert.deepEqual(seen, { kills: KILLS, lost: 0, twice: 0, unknown: 0, halves: 0, integrity })
    assert.ok(acknowledged > 100, `${acknowledged} acknowledged`)
    assert.ok(retried > KILLS, `${retried} sent again`)
  },
)
