import assert from 'node:assert/strict'
import { createCampaign } from '../../db/campaign/campaigns.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { newCampaign } from '../db/campaign/probing.ts'
import { newSurvey } from '../db/campaign/samples.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { UNMEASURED } from '../fleet/unmeasured.ts'
import { workerUser } from '../fleet/worker-user.ts'

/** What a worker of a vantage point writes of its runs, with how many rows each statement changes there. */
const WRITES: readonly (readonly [statement: string, rows: number])[] = [
  ['UPDATE survey_sites SET attempt = 1 WHERE survey_id = 1', 3],
  ["UPDATE surveys SET resolver = '1.1.1.1' WHERE id = 1", 1],
  ["UPDATE campaigns SET browser_version = '1' WHERE id = 1", 1],
  ["UPDATE campaign_sites SET strikes = 1 WHERE campaign_id = 1 AND state = 'pending'", 1],
  ["UPDATE samples SET attempt = 1 WHERE campaign_id = 1 AND state = 'pending'", 1],
  ["UPDATE vantages SET place = 'here' WHERE name = 'osaka'", 1],
]

const INSERTS = [
  `INSERT INTO samples (campaign_id, site, arm, round, role, attempt, owner, state, reason)
   SELECT campaign_id, site, arm, round, 'replaced', 1, 'me', 'failed', 'dns_timeout' FROM samples LIMIT 1`,
  "INSERT INTO sample_tallies (campaign_id, site, arm, state, samples) VALUES (1, 0, 'h1', 'valid', 9)",
  "INSERT INTO sample_metrics (sample_id, metric, value) SELECT min(id), 'plt_ms', 1 FROM samples",
  "INSERT INTO canaries (survey_id, block, phase, owner, at, ok) VALUES (1, 0, 'before', 'me', 'x', true)",
]

onOwnPostgres('no worker’s user writes results of another one’s vantage point', async ({ url }) => {
  await using owner = await openDatabase({ url })
  await createSurvey(owner, newSurvey(3, { vantage: 'osaka' }))
  await createCampaign(owner, newCampaign({ vantage: 'osaka' }))
  await using _queue = await openQueue({ url, db: owner, warn: () => {} })
  await using tokyo = await openDatabase({ url: await workerUser(url) })
  await owner.query('CREATE USER osaka IN ROLE towline_worker')
  await using osaka = await openDatabase({ url: url.replace('//towline@', '//osaka@') })
  await recordVantage(osaka, { ...UNMEASURED, name: 'osaka' })
  await recordVantage(tokyo, { ...UNMEASURED, name: 'tokyo' })

  await assert.rejects(recordVantage(tokyo, { ...UNMEASURED, name: 'osaka' }), /refuses us/)
  for (const [statement, rows] of WRITES) {
    const changed = await tokyo.query(`${statement} RETURNING 1 AS one`).catch((error: unknown) => {
      assert.ok(error instanceof DatabaseError, String(error))
      return []
    })
    assert.equal(changed.length, 0, statement)
    const own = await osaka.query(`${statement} RETURNING 1 AS one`)
    assert.ok(own.length >= rows, `${own.length} rows: ${statement}`)
  }
  for (const statement of INSERTS) {
    await assert.rejects(tokyo.query(statement), DatabaseError, statement)
    await osaka.query(statement)
  }
  await tokyo.query('DELETE FROM samples')
  assert.ok(
    Number((await owner.query("SELECT count(*) AS n FROM samples WHERE state = 'pending'"))[0]?.n) > 0,
  )
  await assert.rejects(tokyo.query("UPDATE worker_vantages SET worker = 'tokyo'"), DatabaseError)
})
