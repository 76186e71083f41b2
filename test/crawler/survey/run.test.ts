import assert from 'node:assert/strict'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunSurveyOptions, runSurvey, type Visit } from '../../../crawler/survey/run.ts'
import { unknownFacts } from '../../../crawler/survey/unknown-facts.ts'
import { DatabaseError } from '../../../db/database-error.ts'
import { operationsOf } from '../../../db/operations.ts'
import { claimSites } from '../../../db/site-leases.ts'
import { brokenVisits, surveyedSites } from '../../../db/survey-sites.ts'
import { surveyById } from '../../../db/surveys.ts'
import { mix32 } from '../../../stats/rng.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import { collect, factsOf, operationRows, surveyOf } from '../../db/samples.ts'

const fastVisit: Visit = async ({ rank, domain }) => ({
  rows: operationRows(domain, 3),
  facts: factsOf(rank),
})

function options(
  changes: Pick<RunSurveyOptions, 'db' | 'surveyId'> & Partial<RunSurveyOptions>,
): RunSurveyOptions {
  return {
    visit: fastVisit,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    ...changes,
  }
}

onEveryDatabase('a run visits every site once and records its facts and rows', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 700)
  const visited: number[] = []
  const outcome = await runSurvey(
    options({
      db,
      surveyId,
      concurrency: 64,
      visit: (site, context) => {
        visited.push(site.rank)
        return fastVisit(site, context)
      },
    }),
  )
  assert.deepEqual(outcome, { state: 'finished', total: 700, done: 700, failed: 140 })
  assert.equal(new Set(visited).size, 700)
  assert.equal(visited.length, 700)
  const sites = await collect(surveyedSites(db, surveyId))
  assert.deepEqual(
    sites,
    Array.from({ length: 700 }, (_, i) => ({ rank: i + 1, domain: `site${i + 1}.test`, ...factsOf(i + 1) })),
  )
  assert.deepEqual(await operationsOf(db, surveyId, 350), operationRows('site350.test', 3))
  const survey = await surveyById(db, surveyId)
  assert.equal(survey?.state, 'finished')
  assert.match(survey?.finishedAt ?? '', /^\d{4}-.*Z$/)
})

onEveryDatabase('a run visits real servers and keeps within its concurrency', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 120)
  let now = 0
  let most = 0
  const server = createServer((_request, response) => {
    now += 1
    most = Math.max(most, now)
    setTimeout(() => {
      now -= 1
      response.end('ok')
    }, 5)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const visit: Visit = ({ domain }, { signal }) =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, headers: { host: domain }, agent: false, signal }, (response) => {
        response.resume()
        response.on('end', () =>
          resolve({
            rows: operationRows(domain, 2),
            facts: {
              ...unknownFacts('tcp_timeout'),
              reachable: true,
              failure: null,
              status: response.statusCode ?? null,
            },
          }),
        )
      }).on('error', reject)
    })
  try {
    const outcome = await runSurvey(options({ db, surveyId, visit, concurrency: 10 }))
    assert.deepEqual(outcome, { state: 'finished', total: 120, done: 120, failed: 0 })
    assert.ok(most <= 10, `${most} at once`)
    assert.ok(most >= 5, `only ${most} at once`)
  } finally {
    server.close()
  }
})

onEveryDatabase('sites are visited in the order of the seed', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 600, { seed: 99 })
  const visited: number[] = []
  await runSurvey(
    options({
      db,
      surveyId,
      concurrency: 1,
      visit: (site, context) => {
        visited.push(site.rank)
        return fastVisit(site, context)
      },
    }),
  )
  const expected = Array.from({ length: 600 }, (_, i) => i + 1).sort((a, b) => mix32(99, a) - mix32(99, b))
  assert.deepEqual(visited, expected)
})

onEveryDatabase(
  'a visit that throws, at once or later, is recorded as unknown_failure with its text',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 30)
    const outcome = await runSurvey(
      options({
        db,
        surveyId,
        visit: (site, context) => {
          if (site.rank === 3) throw new TypeError('at once')
          if (site.rank === 4) return sleep(5).then(() => Promise.reject(new RangeError('later')))
          return fastVisit(site, context)
        },
      }),
    )
    assert.equal(outcome.state, 'finished')
    assert.equal(outcome.done, 30)
    const broken = (await collect(surveyedSites(db, surveyId))).filter(
      ({ failure }) => failure === 'unknown_failure',
    )
    assert.deepEqual(
      broken.map(({ rank, reachable }) => ({ rank, reachable })),
      [
        { rank: 3, reachable: false },
        { rank: 4, reachable: false },
      ],
    )
    assert.deepEqual(await brokenVisits(db, surveyId), [
      { rank: 3, domain: 'site3.test', detail: 'TypeError: at once' },
      { rank: 4, domain: 'site4.test', detail: 'RangeError: later' },
    ])
  },
)

onEveryDatabase(
  'a value that cannot be stored costs its own site and no other of its batch',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 50)
    const outcome = await runSurvey(
      options({
        db,
        surveyId,
        visit: async ({ rank, domain }) => ({
          rows: operationRows(domain, 2),
          facts: { ...factsOf(rank), rttMs: rank === 7 ? -1 : rank === 8 ? Number.NaN : 3.5 },
        }),
      }),
    )
    assert.equal(outcome.done, 50)
    const broken = await brokenVisits(db, surveyId)
    assert.deepEqual(
      broken.map(({ rank }) => rank),
      [7, 8],
    )
    assert.match(broken[0]?.detail ?? '', /check/i)
    assert.match(broken[1]?.detail ?? '', /NaN/)
    assert.equal((await collect(surveyedSites(db, surveyId))).filter(({ rttMs }) => rttMs === 3.5).length, 48)
  },
)

onEveryDatabase(
  'an abort stops the run; what was not done is pending again and a second run does it',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 300)
    const stop = new AbortController()
    let started = 0
    const visit: Visit = async (site, context) => {
      started += 1
      if (started === 100) stop.abort(new Error('Ctrl-C'))
      await sleep(5, undefined, { signal: context.signal })
      return fastVisit(site, context)
    }
    const outcome = await runSurvey(options({ db, surveyId, visit, concurrency: 20, signal: stop.signal }))
    assert.equal(outcome.state, 'stopped')
    assert.ok(outcome.done <= 99 && outcome.done >= 40, `${outcome.done} done`)
    assert.equal((await surveyById(db, surveyId))?.state, 'stopped')
    const [leased] = await db.query('SELECT count(*) AS n FROM survey_sites WHERE claimed_by IS NOT NULL')
    assert.equal(Number(leased?.n), 0)

    const again = await runSurvey(options({ db, surveyId }))
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
    options({ db, surveyId, signal: stop.signal, visit: () => new Promise(() => undefined) }),
  )
  assert.deepEqual(outcome, { state: 'stopped', total: 5, done: 0, failed: 0 })
  assert.ok(performance.now() - startMs < 8_000)
})

onEveryDatabase(
  'two runs of one survey at once do no site twice, and both end when all is done',
  async (database) => {
    await using first = await database.open()
    await using second = await database.open()
    const surveyId = await surveyOf(first, 900)
    const visited: number[] = []
    const visit: Visit = async (site, context) => {
      visited.push(site.rank)
      await sleep(2)
      return fastVisit(site, context)
    }
    const outcomes = await Promise.all([
      runSurvey(options({ db: first, surveyId, visit, concurrency: 16 })),
      runSurvey(options({ db: second, surveyId, visit, concurrency: 16 })),
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
    assert.equal((await claimSites(db, elsewhere, 5)).length, 5)
    const startMs = performance.now()
    const outcome = await runSurvey(options({ db, surveyId }))
    assert.deepEqual(outcome, { state: 'finished', total: 20, done: 20, failed: 4 })
    assert.ok(performance.now() - startMs > 900, 'the lease was not waited for')
  },
)

onEveryDatabase('a lease is renewed for as long as its visit takes', async (database) => {
  await using first = await database.open()
  await using second = await database.open()
  const surveyId = await surveyOf(first, 12)
  const visited: number[] = []
  const visit: Visit = async (site, context) => {
    visited.push(site.rank)
    await sleep(1_500)
    return fastVisit(site, context)
  }
  const runs = [first, second].map((db) => runSurvey(options({ db, surveyId, visit, leaseMs: 450 })))
  for (const outcome of await Promise.all(runs)) assert.equal(outcome.state, 'finished')
  assert.equal(visited.length, 12, 'a site was visited twice')
})

onEveryDatabase(
  'what a run finds out about a site that was taken from it is not recorded',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 1)
    const visit: Visit = async (site, context) => {
      await db.query("UPDATE survey_sites SET claimed_by = 'other-host|b|p|1|1|x'")
      setTimeout(() => {
        db.query('UPDATE survey_sites SET claimed_by = NULL, lease_until = NULL WHERE rank = 1').catch(
          assert.fail,
        )
        visits = 1
      }, 200)
      return fastVisit(site, context)
    }
    let visits = 0
    const outcome = await runSurvey(
      options({
        db,
        surveyId,
        visit: (site, context) => (visits === 0 ? visit(site, context) : fastVisit(site, context)),
      }),
    )
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
    options({
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
  assert.ok(most > 0 && most <= 50 + 256, `${most} held`)
})

onEveryDatabase('progress starts where the survey stands and ends complete', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 400)
  const stop = new AbortController()
  let visits = 0
  await runSurvey(
    options({
      db,
      surveyId,
      concurrency: 5,
      signal: stop.signal,
      visit: async (site, context) => {
        visits += 1
        if (visits === 150) stop.abort()
        await sleep(1)
        return fastVisit(site, context)
      },
    }),
  )
  const [before] = await db.query("SELECT count(*) AS n FROM survey_sites WHERE state = 'done'")
  const reports: { done: number; total: number; failed: number; etaS: number | null }[] = []
  await runSurvey(options({ db, surveyId, onProgress: (progress) => reports.push(progress) }))
  assert.equal(reports[0]?.done, Number(before?.n))
  assert.ok(Number(before?.n) > 0)
  assert.deepEqual(
    {
      done: reports.at(-1)?.done,
      total: reports.at(-1)?.total,
      failed: reports.at(-1)?.failed,
      etaS: reports.at(-1)?.etaS,
    },
    { done: 400, total: 400, failed: 80, etaS: 0 },
  )
})

onEveryDatabase('a run of an unknown survey is refused', async (database) => {
  await using db = await database.open()
  await assert.rejects(runSurvey(options({ db, surveyId: 12 })), RangeError)
})

onEveryDatabase(
  'a database that goes away ends the run with a DatabaseError and keeps what was recorded',
  async (database, t) => {
    if (database.dialect !== 'sqlite') return t.skip('the lock is taken by a second SQLite connection')
    await using db = await database.open({ busyTimeoutMs: 100 })
    const surveyId = await surveyOf(db, 500)
    await using other = await database.open()
    let visits = 0
    let locked: Promise<unknown> | null = null
    const taken = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    const visit: Visit = async (site, context) => {
      visits += 1
      if (visits === 200) {
        locked = other.write(async (query) => {
          await query('DELETE FROM canaries')
          taken.resolve()
          await hold.promise
        })
      }
      // From here on nothing ends before the lock is held, however busy the machine.
      if (visits >= 200) await taken.promise
      await sleep(2)
      return fastVisit(site, context)
    }
    try {
      await assert.rejects(
        runSurvey(options({ db, surveyId, visit, concurrency: 20 })),
        (error: unknown) =>
          error instanceof DatabaseError && error.code === 'locked' && error.message.includes(database.url),
      )
    } finally {
      hold.resolve()
      await locked
    }
    const [done] = await db.query("SELECT count(*) AS n FROM survey_sites WHERE state = 'done'")
    assert.ok(Number(done?.n) >= 100 && Number(done?.n) < 500, `${done?.n} done`)
    const outcome = await runSurvey(options({ db, surveyId }))
    assert.deepEqual(outcome, { state: 'finished', total: 500, done: 500, failed: 100 })
  },
)
