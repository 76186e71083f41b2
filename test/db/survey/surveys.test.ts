import assert from 'node:assert/strict'
import { createSurvey } from '../../../db/survey/create-survey.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import {
  findResumable,
  latestSurvey,
  listSurveys,
  markFinished,
  markRunning,
  markStopped,
  surveyById,
} from '../../../db/survey/surveys.ts'
import { newSurvey, surveyOf } from '../campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'

withEveryDatabase('a survey keeps everything that it was made with', async (db) => {
  const made = newSurvey(3, { seed: 2 ** 32 - 1, vantage: 'rack 3', resolver: null })
  const { id } = await createSurvey(db, made)
  const { sites: _sites, list, shuffle: _shuffle, ...provenance } = made
  assert.deepEqual(await surveyById(db, id), {
    id,
    ...provenance,
    list: { id: 1, ...list() },
    state: 'stopped',
    finishedAt: null,
    sites: 3,
    duplicates: 0,
  })
  assert.equal(await surveyById(db, id + 1), null)
})

withEveryDatabase('an entry whose domain or rank came before is left out and counted', async (db) => {
  async function* sites() {
    yield { rank: 1, domain: 'a.test' }
    yield { rank: 2, domain: 'a.test' }
    yield { rank: 1, domain: 'b.test' }
    yield { rank: 9, domain: 'c.test' }
  }
  const { id, ...counts } = await createSurvey(db, newSurvey(4, { sites: sites() }))
  assert.deepEqual(counts, { sites: 2, duplicates: 2 })
  assert.deepEqual(await db.query('SELECT rank, domain FROM survey_sites ORDER BY rank'), [
    { rank: 1, domain: 'a.test' },
    { rank: 9, domain: 'c.test' },
  ])
  assert.deepEqual(await surveyProgress(db, id), { total: 2, done: 0, failed: 0 })
})

withEveryDatabase('a list that cannot be read to its end leaves no survey and no list behind', async (db) => {
  async function* sites() {
    for (let rank = 1; rank <= 1_200; rank += 1) yield { rank, domain: `site${rank}.test` }
    throw new Error('the archive ends in the middle')
  }
  await assert.rejects(createSurvey(db, newSurvey(0, { sites: sites() })), /ends in the middle/)
  assert.deepEqual(await listSurveys(db), [])
  assert.deepEqual(await db.query('SELECT * FROM lists'), [])
  assert.deepEqual(await db.query('SELECT * FROM survey_sites'), [])
})

withEveryDatabase('an empty list makes a survey of no sites', async (db) => {
  const { sites } = await createSurvey(db, newSurvey(0))
  assert.equal(sites, 0)
})

withEveryDatabase('the bad lines are those counted when the whole list had been read', async (db) => {
  let badLines = 0
  const made = newSurvey(2)
  async function* sites() {
    yield { rank: 1, domain: 'a.test' }
    badLines += 1
  }
  await createSurvey(db, { ...made, sites: sites(), list: () => ({ ...made.list(), badLines }) })
  assert.equal((await latestSurvey(db))?.list.badLines, 1)
})

withEveryDatabase('the latest survey is the newest, or the newest that is finished', async (db) => {
  assert.equal(await latestSurvey(db), null)
  const first = await surveyOf(db, 0)
  await markFinished(db, first, '2026-11-21T01:00:00.000Z')
  const second = await surveyOf(db, 1)
  assert.equal((await latestSurvey(db))?.id, second)
  assert.equal((await latestSurvey(db, { finishedOnly: true }))?.id, first)
  assert.deepEqual(
    (await listSurveys(db)).map(({ id }) => id),
    [second, first],
  )
})

withEveryDatabase(
  'a survey with a pending site is not finished, and a finished one neither runs nor stops',
  async (db) => {
    const open = await surveyOf(db, 1)
    await markRunning(db, open)
    await markFinished(db, open, '2026-11-21T01:00:00.000Z')
    assert.equal((await surveyById(db, open))?.state, 'running')
    const done = await surveyOf(db, 0)
    await markFinished(db, done, '2026-11-21T01:00:00.000Z')
    await markRunning(db, done)
    await markStopped(db, done)
    const survey = await surveyById(db, done)
    assert.equal(survey?.state, 'finished')
    assert.equal(survey?.finishedAt, '2026-11-21T01:00:00.000Z')
  },
)

withEveryDatabase(
  'what can be resumed is the newest unfinished survey of the same list, options and operations',
  async (db) => {
    const wanted = { listSha: 'ab'.repeat(32), options: { timeoutMs: 20_000, top: 1 } }
    assert.equal(await findResumable(db, wanted), null)
    await surveyOf(db, 1)
    const newest = await surveyOf(db, 1)
    await surveyOf(db, 2)
    assert.equal((await findResumable(db, wanted))?.id, newest, 'the order of the keys does not matter')
    assert.equal((await findResumable(db, { ...wanted, operations: ['dns', 'tcp'] }))?.id, newest)
    assert.equal(await findResumable(db, { ...wanted, operations: ['dns'] }), null)
    assert.equal(await findResumable(db, { ...wanted, vantage: 'elsewhere' }), null, 'never pooled')
    assert.equal(await findResumable(db, { ...wanted, listSha: 'cd'.repeat(32) }), null)
    assert.equal(await findResumable(db, { ...wanted, options: { top: 1 } }), null)
    await db.query("UPDATE surveys SET state = 'finished', finished_at = 'x'")
    assert.equal(await findResumable(db, wanted), null)
  },
)
