import assert from 'node:assert/strict'
import { createCampaign } from '../../db/campaign/campaigns.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { deadlySites, deathsAt, expectDeath } from '../../db/fleet/site-deaths.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { newCampaign } from '../db/campaign/probing.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { UNMEASURED } from '../fleet/unmeasured.ts'
import { workerUser } from '../fleet/worker-user.ts'

const PLACE = { kind: 'campaign', runId: 1, site: 8 } as const

/** By which a user would have workers of others give a site up. */
const FOR_OTHERS = [
  "INSERT INTO site_deaths VALUES ('campaign', 1, 8, 'towline', 2)",
  "INSERT INTO site_deaths VALUES ('campaign', 1, 8, 'osaka', 2)",
  "UPDATE site_deaths SET owner = 'osaka'",
  'UPDATE survey_sites SET worker_deaths = 2',
  "UPDATE campaign_sites SET state = 'poison'",
]

onOwnPostgres('deaths that a worker’s user reports count for that user’s workers alone', async ({ url }) => {
  await using owner = await openDatabase({ url })
  await createCampaign(owner, newCampaign({ vantage: 'tokyo' }))
  await using _queue = await openQueue({ url, db: owner, warn: () => {} })
  await using tokyo = await openDatabase({ url: await workerUser(url) })
  await recordVantage(tokyo, { ...UNMEASURED, name: 'tokyo' })
  await owner.query('CREATE USER osaka IN ROLE towline_worker')
  await using osaka = await openDatabase({ url: url.replace('//towline@', '//osaka@') })
  for (let died = 0; died < 2; died += 1) await expectDeath(tokyo, PLACE)
  assert.deepEqual(await deadlySites(tokyo, PLACE.runId), [PLACE.site])
  for (const statement of FOR_OTHERS) await assert.rejects(tokyo.query(statement), DatabaseError, statement)
  for (const other of [osaka, owner]) assert.deepEqual(await deadlySites(other, PLACE.runId), [])
  // Nor does it take back what others have told.
  await expectDeath(osaka, PLACE)
  await tokyo.query('DELETE FROM site_deaths')
  assert.deepEqual([await deathsAt(osaka, PLACE), await deathsAt(tokyo, PLACE)], [1, 0])
})
