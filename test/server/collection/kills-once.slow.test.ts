import assert from 'node:assert/strict'
import { onEveryDatabase } from '../../db/databases.ts'
import { killRounds } from './kill-rounds.ts'

onEveryDatabase(
  'what was acknowledged is there, once, after the server was killed under load',
  async (database) => {
    const { acknowledged, retried, ...seen } = await killRounds(database, 4, 6)
    const integrity = database.dialect === 'sqlite' ? 'ok' : null
    assert.deepEqual(seen, { kills: 4, lost: 0, twice: 0, unknown: 0, halves: 0, integrity })
    assert.ok(acknowledged > 100, `${acknowledged} acknowledged`)
    assert.ok(retried > 4, `${retried} sent again`)
  },
)
