import assert from 'node:assert/strict'
import { clearDeath, deadlySites, deathsAt, expectDeath } from '../../../db/fleet/site-deaths.ts'
import { withEveryDatabase } from '../databases.ts'

withEveryDatabase('deaths of workers at a site are counted until a visit is over', async (db) => {
  const place = { kind: 'campaign', runId: 1, site: 7 } as const
  assert.equal(await expectDeath(db, place), 0)
  await clearDeath(db, place, 0)
  for (const before of [0, 1, 2, 2]) assert.equal(await expectDeath(db, place), before)
  assert.deepEqual(await deadlySites(db, 1), [7])
  await clearDeath(db, place, 1)
  assert.deepEqual([await deathsAt(db, place), await deadlySites(db, 1)], [1, []])
  for (const other of [{ ...place, kind: 'survey' } as const, { ...place, runId: 2 }, { ...place, site: 8 }])
    assert.equal(await deathsAt(db, other), 0)
})
