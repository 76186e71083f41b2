import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Others } from '../../../../crawler/survey/run/others.ts'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import type { VisitSite } from '../../../../crawler/survey/run/run-options.ts'
import { claimSites } from '../../../../db/survey/site-leases.ts'
import { surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'
import { fastVisit, runOptions } from './fast-run.ts'

onEveryDatabase(
  'two runs of one survey at once do no site twice, and both end when all is done',
  async (database) => {
    await using first = await database.open()
    await using second = await database.open()
    const surveyId = await surveyOf(first, 900)
    const visited: number[] = []
    const visit: VisitSite = async (site, context) => {
      visited.push(site.rank)
      await sleep(2)
      return fastVisit(site, context)
    }
    const outcomes = await Promise.all([
      runSurvey(runOptions({ db: first, surveyId, visit, concurrency: 16 })),
      runSurvey(runOptions({ db: second, surveyId, visit, concurrency: 16 })),
    ])
    for (const outcome of outcomes)
      assert.deepEqual(outcome, { state: 'finished', total: 900, done: 900, failed: 180 })
    assert.equal(visited.length, 900)
    assert.equal(new Set(visited).size, 900)
    const [rows] = await first.query('SELECT count(*) AS n FROM operations')
    assert.equal(Number(rows?.n), 2_700)
  },
)

onEveryDatabase(
  'a run waits for sites that a live run elsewhere holds, and takes them when the lease runs out',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 20)
    const elsewhere = { surveyId, owner: 'other-host|boot|pid:[1]|1|1|x', leaseMs: 1_200 }
    const startMs = performance.now()
    assert.equal((await claimSites(db, elsewhere, 5)).length, 5)
    const outcome = await runSurvey(runOptions({ db, surveyId }))
    assert.deepEqual(outcome, { state: 'finished', total: 20, done: 20, failed: 4 })
    assert.ok(performance.now() - startMs > 1_150, 'the lease was not waited for')
  },
)

onEveryDatabase('a lease is renewed for as long as its visit takes', async (database) => {
  await using first = await database.open()
  await using second = await database.open()
  const surveyId = await surveyOf(first, 12)
  const visited: number[] = []
  const visit: VisitSite = async (site, context) => {
    visited.push(site.rank)
    await sleep(6_000)
    return fastVisit(site, context)
  }
  // Renewed every 1.5 s: a machine that stands still for 3 s at most loses none.
  const runs = [first, second].map((db) => runSurvey(runOptions({ db, surveyId, visit, leaseMs: 4_500 })))
  for (const outcome of await Promise.all(runs)) assert.equal(outcome.state, 'finished')
  assert.equal(visited.length, 12, 'a site was visited twice')
})

onEveryDatabase(
  'what a run finds out about a site that was taken from it is not recorded',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 1)
    const recorded: number[] = []
    const visit: VisitSite = async (site, context) => {
      if (recorded.length === 0) await db.query("UPDATE survey_sites SET claimed_by = 'other-host|b|p|1|1|x'")
      return fastVisit(site, context)
    }
    const onRecorded = (sites: number): void => {
      if (recorded.push(sites) > 1) return
      db.query('UPDATE survey_sites SET claimed_by = NULL, lease_until = NULL WHERE rank = 1').catch(
        assert.fail,
      )
    }
    const outcome = await runSurvey(runOptions({ db, surveyId, visit, onRecorded }))
    assert.deepEqual(recorded, [0, 1])
    assert.deepEqual(outcome, { state: 'finished', total: 1, done: 1, failed: 0 })
    const [rows] = await db.query(
      'SELECT count(*) AS n, max(attempt) AS attempts FROM operations JOIN survey_sites USING (rank)',
    )
    assert.equal(Number(rows?.n), 3)
    assert.equal(Number(rows?.attempts), 2)
  },
)

onEveryDatabase('a run never holds more sites than its concurrency and one batch', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 2_000)
  let most = 0
  await runSurvey(
    runOptions({
      db,
      surveyId,
      concurrency: 50,
      visit: async (site, context) => {
        if (site.rank % 97 === 0) {
          const [held] = await db.query('SELECT count(*) AS n FROM survey_sites WHERE claimed_by IS NOT NULL')
          most = Math.max(most, Number(held?.n))
        }
        return fastVisit(site, context)
      },
    }),
  )
  assert.ok(most > 0 && most <= 50 + 64, `${most} held`)
})

onEveryDatabase(
  'a run that speaks for others counts what they record, and ends after them',
  async (database) => {
    await using first = await database.open()
    await using second = await database.open()
    const surveyId = await surveyOf(first, 400)
    // None continues before each of the two has a site: neither does all of them.
    const begun = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
    const visitOf =
      (run: keyof typeof begun): VisitSite =>
      async (site, context) => {
        begun[run].resolve()
        await Promise.all([begun.first.promise, begun.second.promise])
        return fastVisit(site, context)
      }
    let listener = (_sites: number, _failed: number): void => assert.fail('nobody listens yet')
    let theirs = 0
    const ended = Promise.withResolvers<void>()
    const others: Others = {
      onRecorded: (heard) => {
        listener = heard
      },
      ended: () => ended.promise,
    }
    const seen: number[] = []
    const speaking = runSurvey(
      runOptions({
        db: first,
        surveyId,
        visit: visitOf('first'),
        concurrency: 8,
        others,
        onProgress: ({ done }) => seen.push(done),
      }),
    )
    const other = await runSurvey(
      runOptions({
        db: second,
        surveyId,
        visit: visitOf('second'),
        concurrency: 8,
        onRecorded: (sites, failed) => {
          theirs += sites
          listener(sites, failed)
        },
      }),
    )
    assert.equal(other.state, 'finished')
    assert.ok(theirs > 0 && theirs < 400, `${theirs} of theirs`)
    assert.equal(await Promise.race([speaking, sleep(300, 'waits')]), 'waits')
    ended.resolve()
    assert.deepEqual(await speaking, { state: 'finished', total: 400, done: 400, failed: 80 })
    assert.deepEqual([seen[0], seen.at(-1)], [0, 400])
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    )
  },
)
