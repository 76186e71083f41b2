import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import type { VisitSite } from '../../../../crawler/survey/run/run-options.ts'
import { DatabaseError } from '../../../../db/connection/database-error.ts'
import { surveyById } from '../../../../db/survey/surveys.ts'
import { surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'
import { fastVisit, runOptions } from './fast-run.ts'

onEveryDatabase(
  'an abort stops the run; what was not done is pending again and a second run does it',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 300)
    const stop = new AbortController()
    let started = 0
    const visit: VisitSite = async (site, context) => {
      started += 1
      if (started === 100) stop.abort(new Error('Ctrl-C'))
      await sleep(5, undefined, { signal: context.signal })
      return fastVisit(site, context)
    }
    const outcome = await runSurvey(runOptions({ db, surveyId, visit, concurrency: 20, signal: stop.signal }))
    assert.equal(outcome.state, 'stopped')
    assert.ok(outcome.done <= 99 && outcome.done >= 40, `${outcome.done} done`)
    assert.equal((await surveyById(db, surveyId))?.state, 'stopped')
    const [leased] = await db.query('SELECT count(*) AS n FROM survey_sites WHERE claimed_by IS NOT NULL')
    assert.equal(Number(leased?.n), 0)

    const again = await runSurvey(runOptions({ db, surveyId }))
    assert.deepEqual(again, { state: 'finished', total: 300, done: 300, failed: 60 })
    const [rows] = await db.query('SELECT count(*) AS n FROM operations')
    assert.equal(Number(rows?.n), 900)
  },
)

onEveryDatabase('a visit that does not heed the signal does not hold up the end', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 5)
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 50)
  const startMs = performance.now()
  const outcome = await runSurvey(
    runOptions({ db, surveyId, signal: stop.signal, visit: () => new Promise(() => undefined) }),
  )
  assert.deepEqual(outcome, { state: 'stopped', total: 5, done: 0, failed: 0 })
  // Without an end of patience it would wait for ever.
  assert.ok(performance.now() - startMs < 30_000)
})

onEveryDatabase(
  'a database that goes away ends the run with a DatabaseError and keeps what was recorded',
  async (database, t) => {
    if (database.dialect !== 'sqlite') return t.skip('the lock is taken by a second SQLite connection')
    await using db = await database.open({ busyTimeoutMs: 100 })
    const surveyId = await surveyOf(db, 500)
    await using other = await database.open()
    let recorded = 0
    let locked: Promise<unknown> | null = null
    const taken = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    const visit: VisitSite = async (site, context) => {
      if (recorded >= 100 && locked === null) {
        locked = other.write(async (query) => {
          await query('DELETE FROM canaries')
          taken.resolve()
          await hold.promise
        })
      }
      // From here on nothing ends before the lock is held, however busy the machine.
      if (locked !== null) await taken.promise
      await sleep(2)
      return fastVisit(site, context)
    }
    try {
      await assert.rejects(
        runSurvey(
          runOptions({
            db,
            surveyId,
            visit,
            concurrency: 20,
            onRecorded: (sites) => {
              recorded += sites
            },
          }),
        ),
        (error: unknown) =>
          error instanceof DatabaseError && error.code === 'locked' && error.message.includes(database.url),
      )
    } finally {
      hold.resolve()
      await locked
    }
    const [done] = await db.query("SELECT count(*) AS n FROM survey_sites WHERE state = 'done'")
    assert.ok(Number(done?.n) >= 100 && Number(done?.n) < 500, `${done?.n} done`)
    const outcome = await runSurvey(runOptions({ db, surveyId }))
    assert.deepEqual(outcome, { state: 'finished', total: 500, done: 500, failed: 100 })
  },
)
