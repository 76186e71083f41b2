import assert from 'node:assert/strict'
import { acquireCampaign } from '../../db/campaign/campaign-leases.ts'
import { changeSite, recordOrigins } from '../../db/campaign/campaign-sites.ts'
import { createCampaign } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { encodeFinishedSite } from '../../db/survey/finished-sites.ts'
import {
  type CheckedCanary,
  claimSlice,
  type SliceResults,
  saveSlice,
} from '../../db/survey/survey-slices.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { addVisitProvenance } from '../../db/survey/visit-provenance.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { addSurveyJobs } from '../../fleet/survey/survey-jobs.ts'
import { newCampaign, record } from '../db/campaign/probing.ts'
import { FULL_FACTS, newSurvey, operationRows, surveyOf } from '../db/campaign/samples.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { UNMEASURED } from './unmeasured.ts'
import { workerUser } from './worker-user.ts'

const warn = (): void => {}

/** What a worker has no business with. */
const REFUSED = [
  'SELECT * FROM contributions',
  'SELECT * FROM contribution_keys',
  'SELECT * FROM field_invites',
  'DELETE FROM surveys',
  'DELETE FROM survey_sites',
  'DELETE FROM operations',
  'DELETE FROM artifacts',
  'DELETE FROM towline_migrations',
  'UPDATE surveys SET options = options',
  'UPDATE operations SET detail = NULL',
  "INSERT INTO lists (source, sha256, fetched_at, entries, bad_lines) VALUES ('x', 'x', 'x', 0, 0)",
  "INSERT INTO surveys (created_at) VALUES ('x')",
  'SELECT * FROM stored_lists',
  "INSERT INTO stored_lists (sha256, name, bytes) VALUES ('x', 'x', 'x')",
  'UPDATE towline_jobs.version SET version = 1',
  'DROP TABLE operations',
  'CREATE TABLE mine (id integer)',
  'CREATE SCHEMA mine',
  "COPY lists TO PROGRAM 'true'",
]

onOwnPostgres(
  'the role of workers can take jobs and end them, and nothing that is not theirs',
  async ({ url }) => {
    await using owner = await openDatabase({ url })
    await using queue = await openQueue({ url, db: owner, warn })
    await createQueues(queue, 'tokyo')
    const { id: surveyId } = await createSurvey(
      owner,
      newSurvey(5, { versions: {}, vantage: 'tokyo' }),
      async (query, id) => {
        await addSurveyJobs(query, id, { boss: queue.boss, vantage: 'tokyo', sitesPerJob: 2, priority: 0 })
      },
    )
    const asWorker = await workerUser(url)

    await using db = await openDatabase({ url: asWorker })
    await using mine = await openQueue({ url: asWorker, db, warn })
    const [job] = await mine.boss.fetch('survey/tokyo', { includeMetadata: true })
    assert.ok(job !== undefined)
    await mine.boss.fail('survey/tokyo', { id: job.id, retryCount: job.retryCount }, { message: 'again' })
    for (const statement of REFUSED)
      await assert.rejects(
        db.query(statement),
        (error) =>
          error instanceof DatabaseError && error.code === 'unreadable' && /refuses us/.test(error.message),
        statement,
      )
    await recordVantage(db, { ...UNMEASURED, name: 'tokyo' })
    const provenance = { toolVersion: '9.9.9', resolver: null, versions: { node: '99.0.0' } }
    await db.write((query) => addVisitProvenance(query, db, surveyId, provenance))
    assert.equal((await surveyById(db, surveyId))?.toolVersion, '9.9.9')
  },
)

const GOOD: CheckedCanary = { ok: true, failure: null, checkedAt: '2026-11-23T06:00:00.000Z' }

/** Records sites of a survey as a job does; resolves when they are done. */
async function visited(
  db: Database,
  surveyId: number,
  ranks: readonly number[],
  changes: Partial<SliceResults> = {},
): Promise<void> {
  const owner = `job|${ranks.join()}|0`
  await claimSlice(db, { surveyId, ranks }, { owner, leaseMs: 60_000, kin: owner })
  const sites = ranks.map((rank) => {
    const times = { visitedAt: GOOD.checkedAt, durationMs: 1, block: null, h3Void: false, detail: null }
    return encodeFinishedSite({ surveyId, rank, ...times, facts: FULL_FACTS }, operationRows('a.test', 2))
  })
  const provenance = { toolVersion: '0.1.0', resolver: null, versions: {} }
  const results = { surveyId, owner, sites, recorded: [], earlier: [], canaries: null, provenance }
  await db.write((query) => saveSlice(query, db, { ...results, finishedAt: GOOD.checkedAt, ...changes }))
}

/** What became of each site of a survey. */
async function blocks(db: Database, surveyId: number): Promise<unknown[][]> {
  const rows = await db.query(
    'SELECT rank, state, block, h3_void, h3 FROM survey_sites WHERE survey_id = ? ORDER BY rank',
    [surveyId],
  )
  return rows.map(({ rank, state, block, h3_void, h3 }) => [rank, state, block, h3_void, h3])
}

/** Statements against what is finished. The owner may make each of them. */
const AGAINST_RESULTS = [
  "UPDATE survey_sites SET h2 = false WHERE state = 'done'",
  "UPDATE survey_sites SET worker_deaths = 1 WHERE state = 'done'",
  "UPDATE survey_sites SET h3 = false WHERE state = 'done'",
  'UPDATE survey_sites SET h3_void = true, h3 = NULL, h3_handshake = NULL WHERE block = 0',
  'UPDATE survey_sites SET h3_void = true, h3 = NULL, h3_handshake = NULL, h2 = NULL WHERE block IS NULL',
  'UPDATE survey_sites SET block = NULL WHERE block = 0',
  "UPDATE survey_sites SET state = 'pending', reachable = NULL WHERE state = 'done'",
  "UPDATE survey_sites SET domain = domain || 'x'",
  'UPDATE survey_sites SET rank = rank + 100 WHERE rank = 5',
  "UPDATE samples SET started_at = 'x' WHERE state <> 'pending'",
  "UPDATE samples SET state = 'failed', reason = 'dns_timeout' WHERE state = 'valid'",
  'UPDATE samples SET round = round + 100',
  "UPDATE campaign_sites SET strikes = 9 WHERE state = 'settled'",
  "UPDATE campaign_sites SET arms = '{}' WHERE state = 'settled'",
  "UPDATE campaign_sites SET url = 'https://other.test/'",
  "UPDATE sample_tallies SET state = 'failed', reason = 'dns_timeout'",
  'UPDATE series_chunks SET chunk = chunk + 1',
  "UPDATE vantages SET name = 'osaka'",
]

const DELETES = [
  'survey_sites',
  'operations',
  'campaign_sites',
  'sample_metrics',
  'sample_tallies',
  'series_chunks',
]

onOwnPostgres(
  'a worker ends what is open and changes nothing that is done, unlike the owner',
  async ({ url }) => {
    await using owner = await openDatabase({ url })
    const surveyId = await surveyOf(owner, 5, { vantage: 'tokyo' })
    const { id: campaignId } = await createCampaign(owner, newCampaign({ vantage: 'tokyo' }))
    await using _queue = await openQueue({ url, db: owner, warn })
    await using db = await openDatabase({ url: await workerUser(url) })
    for (const toolVersion of ['1.0.0', '1.1.0'])
      await recordVantage(db, { ...UNMEASURED, toolVersion, name: 'tokyo' })
    // A job with the canary's answers; one whose sites an earlier attempt had recorded, of which nobody had them; one without.
    await visited(db, surveyId, [1], { canaries: [GOOD, GOOD] })
    await visited(db, surveyId, [2])
    await visited(db, surveyId, [3], { earlier: [2], canaries: [GOOD, { ...GOOD, ok: false }] })
    await visited(db, surveyId, [4])
    assert.deepEqual(await blocks(owner, surveyId), [
      [1, 'done', 0, false, true],
      [2, 'done', null, true, null],
      [3, 'done', 1, true, null],
      [4, 'done', null, false, true],
      [5, 'pending', null, false, null],
    ])
    const lease = { campaignId, owner: 'me' }
    assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => false))
    await recordOrigins(db, lease, { site: 1, forcedOrigins: [], arms: { applied: ['h1'], leftOut: {} } })
    const metrics = [{ name: 'plt_ms', value: 5, note: null }]
    for (let n = 0; n < 2; n += 1) await record(db, lease, { metrics, change: { strikes: n } })
    await changeSite(db, lease, { site: 0, end: { state: 'settled', detail: 'known' } })

    const everything = async (): Promise<unknown> => {
      const tables = [
        'survey_sites',
        'samples',
        'campaign_sites',
        'sample_tallies',
        'series_chunks',
        'vantages',
      ]
      return await Promise.all(
        tables.map((table) => owner.query(`SELECT to_jsonb(${table}) AS row FROM ${table} ORDER BY 1`)),
      )
    }
    const before = await everything()
    for (const statement of [...AGAINST_RESULTS, ...DELETES.map((table) => `DELETE FROM ${table}`)]) {
      await db.query(statement).catch((error: unknown) => {
        assert.ok(error instanceof DatabaseError, `${statement}: ${String(error)}`)
      })
      assert.deepEqual(await everything(), before, statement)
    }
    for (const statement of AGAINST_RESULTS) {
      const changing = owner.write(async (query) => {
        const changed = await query(`${statement} RETURNING 1 AS one`)
        assert.ok(changed.length > 0, `there is nothing to change: ${statement}`)
        throw new Error('taken back')
      })
      await assert.rejects(changing, /taken back/, statement)
    }
    // Pending samples alone: what was measured stays.
    await db.query('DELETE FROM samples')
    const left = await owner.query('SELECT state FROM samples')
    assert.deepEqual(
      left.map(({ state }) => state),
      ['valid', 'valid'],
    )
  },
)

onOwnPostgres('a worker of another version than the jobs refuses in one line', async ({ url }) => {
  await using owner = await openDatabase({ url })
  const before = await openQueue({ url, db: owner, warn })
  await before[Symbol.asyncDispose]()
  const asWorker = await workerUser(url)
  await using db = await openDatabase({ url: asWorker })
  for (const [version, words] of [
    [9_999, /^the jobs in postgres:\/\/tokyo@\S+ are kept by a newer towline .*: update towline$/],
    [1, /^the jobs in .* are kept by an older towline: run .* once as the database's owner$/],
  ] as const) {
    await owner.query(`UPDATE towline_jobs.version SET version = ${version}`)
    await assert.rejects(openQueue({ url: asWorker, db, warn }), (error) => {
      assert.ok(error instanceof DatabaseError)
      assert.match(error.message, words)
      return true
    })
  }
  await owner.query("INSERT INTO towline_migrations (name, batch) VALUES ('999-future', 1)")
  await assert.rejects(
    openDatabase({ url: asWorker }),
    /written by a newer towline \(999-future\): update towline/,
  )
})
