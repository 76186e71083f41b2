import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { playBack, type RecordedSite, recordedSites } from '../../../bench/scale/playback.ts'
import { showSites } from '../../../cli/survey/survey-show.ts'
import type { Database } from '../../../db/connection/database.ts'
import { answeringSites } from '../../../db/survey/answering-sites.ts'
import { readOperations } from '../../../db/survey/operations.ts'
import { claimSites, freeAbandoned, leaseOwners } from '../../../db/survey/site-leases.ts'
import { surveyedSites } from '../../../db/survey/survey-sites.ts'
import { markFinished, markStopped, surveyById } from '../../../db/survey/surveys.ts'
import { seriesTrend, wholeTrend } from '../../../server/survey/series-trend.ts'
import { surveySummary } from '../../../server/survey/survey-summary.ts'
import { adoptionDiff } from '../../../stats/survey/adoption-diff.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import { answering } from '../../stats/survey/surveyed-site.ts'

const SITES = 1_200

let database: TestDatabase
let db: Database
let recorded: readonly RecordedSite[]

const options = { sites: SITES, seed: 3, toolVersion: 'test', signal: new AbortController().signal }

before(async () => {
  database = await temporarySqlite()
  db = await database.open()
  recorded = await recordedSites('demo/recorded.sqlite')
  await playBack(db, recorded, { ...options, month: 0, withOperations: true })
  await playBack(db, recorded, { ...options, month: 1, withOperations: false })
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** What the database is asked while something is done, with the rows that it gave. */
async function asked(work: (db: Database) => Promise<unknown>) {
  const statements: { readonly sql: string; readonly rows: number }[] = []
  await work({
    ...db,
    async query(sql, bindings) {
      const rows = await db.query(sql, bindings)
      statements.push({ sql, rows: rows.length })
      return rows
    },
  })
  return statements
}

/** Counts the rows that each statement gave. */
const rowsOf = (statements: readonly { readonly rows: number }[]): number[] =>
  statements.map(({ rows }) => rows)

test('a survey is played back with the variety of the recorded rows, under names of its own', async () => {
  const sites = await Array.fromAsync(surveyedSites(db, 1))
  assert.deepEqual([sites.length, new Set(sites.map(({ domain }) => domain)).size], [SITES, SITES])
  const kinds = new Set(
    sites.map(({ failure, server, h1, h2, h3 }) => JSON.stringify([failure, server, h1, h2, h3])),
  )
  const recordedKinds = new Set(
    recorded.map(({ site: { failure, server, h1, h2, h3 } }) =>
      JSON.stringify([failure, server, h1, h2, h3]),
    ),
  )
  assert.ok(kinds.size > 0.9 * recordedKinds.size, `${kinds.size} of ${recordedKinds.size}`)
  const reachable = sites.find((site) => site.reachable) ?? assert.fail()
  const operations = await readOperations(db, 1, reachable.rank)
  assert.ok(operations.length > 3)
  assert.equal(operations[0]?.host, reachable.domain)
})

test('from one month to the next some sites change, and some leave the list', async () => {
  const diff = await adoptionDiff(answeringSites(db, 1), answeringSites(db, 2))
  assert.ok(diff.onlyAfter > 0 && diff.onlyAfter < 0.03 * SITES)
  const h3 = diff.rows.find(({ row }) => row === 'h3') ?? assert.fail()
  assert.ok(h3.gained > 0 && h3.gained < 0.05 * SITES)
  const ofFacts = await adoptionDiff(
    answering(await Array.fromAsync(surveyedSites(db, 1))),
    answering(await Array.fromAsync(surveyedSites(db, 2))),
  )
  assert.deepEqual(diff, ofFacts)
})

test('a table of twenty sites reads no more than the first page of them', async (t) => {
  t.mock.method(console, 'log', () => {})
  const survey = (await surveyById(db, 1)) ?? assert.fail()
  const statements = await asked((watched) => showSites(watched, survey, { format: 'table', limit: 20 }))
  assert.deepEqual(rowsOf(statements), [500])
})

test('a large survey is counted once: then its summary is a row', async () => {
  const survey = (await surveyById(db, 1)) ?? assert.fail()
  const storing = { writer: db, storedFromSites: SITES }
  const first = await surveySummary(db, survey, storing)
  assert.equal(first.n, SITES)
  let second: unknown = null
  const statements = await asked(async (watched) => {
    second = await surveySummary(watched, survey, storing)
  })
  assert.deepEqual(second, first)
  assert.deepEqual(rowsOf(statements), [1])
  const running = { ...survey, state: 'running' } as const
  assert.ok((await asked((watched) => surveySummary(watched, running, storing))).length > 1)
})

test('a large trend is compared once: then it is a row, until other surveys are compared', async () => {
  const [before, after] = [
    (await surveyById(db, 1)) ?? assert.fail(),
    (await surveyById(db, 2)) ?? assert.fail(),
  ]
  const series = { surveys: [before, after] }
  const storing = { writer: db, storedFromSites: SITES }
  const first = await seriesTrend(db, series, storing)
  assert.ok(first.common > 0.97 * SITES)
  let second: unknown = null
  const statements = await asked(async (watched) => {
    second = await seriesTrend(watched, series, storing)
  })
  assert.deepEqual(second, first)
  assert.deepEqual(rowsOf(statements), [1])
  const other = await asked((watched) => seriesTrend(watched, { surveys: [after] }, storing))
  assert.ok(other.length > 1)
  const { changes, ...shown } = await wholeTrend(db, series)
  assert.ok(changes.length > 0)
  assert.deepEqual(shown, first)
})

test('whoever asks what is left of a survey goes through what is pending alone', async () => {
  const lease = { surveyId: 1, owner: 'nobody', leaseMs: 1_000 }
  const statements = await asked(async (watched) => {
    await claimSites(watched, lease, 10)
    await freeAbandoned(watched, 1, () => 'alive')
    await leaseOwners(watched)
    const write: Database['write'] = (work) => work(watched.query)
    await markFinished({ ...watched, write }, 1, '2026-01-01T00:00:00.000Z')
    await markStopped({ ...watched, write }, 1)
  })
  assert.ok(statements.length >= 5)
  for (const { sql } of statements) {
    const marks = sql.split('?').length - 1
    const plan = await db.query(
      `EXPLAIN QUERY PLAN ${sql}`,
      Array.from({ length: marks }, () => 1),
    )
    const onSites = plan.map(({ detail }) => String(detail)).filter((detail) => /survey_sites/.test(detail))
    assert.ok(onSites.length > 0, sql)
    for (const detail of onSites)
      assert.match(detail, /survey_sites_pending|survey_id=\? AND rank=\?/, `${sql}\n${detail}`)
    assert.ok(!plan.some(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(String(detail))), sql)
  }
})
