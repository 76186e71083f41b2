import assert from 'node:assert/strict'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { unknownFacts } from '../../../../crawler/survey/facts/unknown-facts.ts'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import type { VisitSite } from '../../../../crawler/survey/run/run-options.ts'
import { readOperations } from '../../../../db/survey/operations.ts'
import { siteVisit, surveyedSites } from '../../../../db/survey/survey-sites.ts'
import { surveyById } from '../../../../db/survey/surveys.ts'
import { mix32 } from '../../../../stats/rng.ts'
import { collect, factsOf, operationRows, surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'
import { fastVisit, runOptions } from './fast-run.ts'

onEveryDatabase('a run visits every site once and records its facts and rows', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 700)
  const visited: number[] = []
  const outcome = await runSurvey(
    runOptions({
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
    Array.from({ length: 700 }, (_, i) => ({
      ...{ rank: i + 1, rankMagnitude: null, domain: `site${i + 1}.test` },
      ...factsOf(i + 1),
    })),
  )
  assert.deepEqual(await readOperations(db, surveyId, 350), operationRows('site350.test', 3))
  const survey = await surveyById(db, surveyId)
  assert.equal(survey?.state, 'finished')
  assert.match(survey?.finishedAt ?? '', /^\d{4}-.*Z$/)
})

onEveryDatabase('a run visits real servers and keeps within its concurrency', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 120)
  let now = 0
  let most = 0
  // The first are kept waiting for each other: a slow machine would have answered one before it asks the next.
  const several = Promise.withResolvers<void>()
  const inVain = setTimeout(several.resolve, 30_000)
  const server = createServer(async (_request, response) => {
    now += 1
    most = Math.max(most, now)
    if (now >= 5) several.resolve()
    await several.promise
    await sleep(5)
    now -= 1
    response.end('ok')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const visit: VisitSite = ({ domain }, { signal }) =>
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
    const outcome = await runSurvey(runOptions({ db, surveyId, visit, concurrency: 10 }))
    assert.deepEqual(outcome, { state: 'finished', total: 120, done: 120, failed: 0 })
    assert.ok(most <= 10, `${most} at once`)
    assert.ok(most >= 5, `only ${most} at once`)
  } finally {
    clearTimeout(inVain)
    server.close()
  }
})

onEveryDatabase('sites are visited in the order of the seed', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 600, { seed: 99 })
  const visited: number[] = []
  await runSurvey(
    runOptions({
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
      runOptions({
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
    const detailOf = async (domain: string) => (await siteVisit(db, surveyId, domain))?.detail
    assert.equal(await detailOf('site3.test'), 'TypeError: at once')
    assert.equal(await detailOf('site4.test'), 'RangeError: later')
  },
)

onEveryDatabase(
  'a value that cannot be stored costs its own site and no other of its batch',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 50)
    const outcome = await runSurvey(
      runOptions({
        db,
        surveyId,
        visit: async ({ rank, domain }) => ({
          rows: operationRows(domain, 2),
          facts: { ...factsOf(rank), rttMs: rank === 7 ? -1 : rank === 8 ? Number.NaN : 3.5 },
        }),
      }),
    )
    assert.equal(outcome.done, 50)
    const sites = await collect(surveyedSites(db, surveyId))
    assert.deepEqual(
      sites.filter(({ failure }) => failure === 'unknown_failure').map(({ rank }) => rank),
      [7, 8],
    )
    assert.match((await siteVisit(db, surveyId, 'site7.test'))?.detail ?? '', /check/i)
    assert.match((await siteVisit(db, surveyId, 'site8.test'))?.detail ?? '', /NaN/)
    assert.equal(sites.filter(({ rttMs }) => rttMs === 3.5).length, 48)
  },
)

onEveryDatabase('progress starts where the survey stands and ends complete', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 400)
  const stop = new AbortController()
  let visits = 0
  await runSurvey(
    runOptions({
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
  await runSurvey(runOptions({ db, surveyId, onProgress: (progress) => reports.push(progress) }))
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
  await assert.rejects(runSurvey(runOptions({ db, surveyId: 12 })), RangeError)
})
