import assert from 'node:assert/strict'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { addVisitProvenance } from '../../db/survey/visit-provenance.ts'
import { createQueues } from '../../fleet/queue/create-queues.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { addSurveyJobs } from '../../fleet/survey/survey-jobs.ts'
import { newSurvey } from '../db/campaign/samples.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
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
    const { id: surveyId } = await createSurvey(owner, newSurvey(5, { versions: {} }), async (query, id) => {
      await addSurveyJobs(query, id, { boss: queue.boss, vantage: 'tokyo', sitesPerJob: 2, priority: 0 })
    })
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
    const provenance = { toolVersion: '9.9.9', resolver: null, versions: { node: '99.0.0' } }
    await db.write((query) => addVisitProvenance(query, db, surveyId, provenance))
    assert.equal((await surveyById(db, surveyId))?.toolVersion, '9.9.9')
    // Pending samples alone: what was measured stays.
    await db.query('DELETE FROM samples')
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
