import assert from 'node:assert/strict'
import { runSurvey } from '../../crawler/survey/run/run.ts'
import { slots } from '../../crawler/survey/run/slots.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { deathsAt, expectDeath } from '../../db/fleet/site-deaths.ts'
import { type CheckedCanary, cutSlices } from '../../db/survey/survey-slices.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import type { SliceCanary } from '../../fleet/survey/slice-canary.ts'
import { type SliceOptions, visitSlice } from '../../fleet/survey/visit-slice.ts'
import { type HeldJob, JobLost } from '../../fleet/worker/held-job.ts'
import { factsOf, surveyOf } from '../db/campaign/samples.ts'
import { withEveryDatabase } from '../db/databases.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'

const NOW = '2026-11-23T06:00:00.000Z'
const HERE = { toolVersion: '9.9.9', resolver: '192.0.2.53', versions: { node: '99.0.0' } }

/** A slice of all sites of a new survey, as a job of this attempt. */
async function slice(
  db: Database,
  sites: number,
  attempt: number,
  changes: Partial<SliceOptions & Pick<HeldJob, 'complete' | 'signal'>> = {},
): Promise<SliceOptions & { readonly visited: string[]; readonly most: () => number }> {
  const surveyId = await surveyOf(db, sites)
  const [found] = await cutSlices(db.query, surveyId, sites)
  const visited: string[] = []
  let now = 0
  let most = 0
  const rooms = slots(100)
  const siteSlots = slots(1)
  const { signal = new AbortController().signal } = changes
  return {
    db,
    slice: found ?? { surveyId, ranks: [] },
    job: {
      id: '00000000-0000-0000-0000-000000000001',
      queue: 'survey/here',
      data: {},
      attempt,
      signal,
      complete: changes.complete ?? (async () => undefined),
    },
    async visit({ rank, domain }) {
      visited.push(domain)
      now += 1
      most = Math.max(most, now)
      // Every other visit that may begin has begun by then.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
      now -= 1
      return { rows: [], facts: factsOf(rank) }
    },
    addressSlots: slots(2),
    room: () => rooms.acquire('all', signal),
    holdSite: (domain) => siteSlots.acquire(domain, signal),
    admit: async () => undefined,
    canary: null,
    provenance: HERE,
    clock: () => performance.now(),
    wallTime: () => NOW,
    visited,
    most: () => most,
    ...changes,
  }
}

withEveryDatabase(
  'the sites of a slice are visited together, and recorded with the job’s end',
  async (db) => {
    let done = 0
    let output: object = {}
    const options = await slice(db, 5, 0, {
      async complete(query, summary) {
        output = summary
        // In the same transaction: the results are there for it alone.
        const [row] = await query("SELECT count(*) AS done FROM survey_sites WHERE state = 'done'")
        done = Number(row?.done)
      },
    })
    await visitSlice(options)
    assert.deepEqual([done, options.most(), options.visited.length], [5, 5, 5])
    // Kept with the job: the survey has what all its jobs were done with, together.
    assert.deepEqual(output, { sites: 5, ...HERE })
    assert.equal((await surveyById(db, options.slice.surveyId))?.state, 'finished')
  },
)

withEveryDatabase('a job that was lost meanwhile records nothing', async (db) => {
  const options = await slice(db, 3, 0, {
    complete: () => Promise.reject(new JobLost('the job is no longer this worker’s')),
  })
  await assert.rejects(visitSlice(options), JobLost)
  const [row] = await db.query("SELECT count(*) AS done FROM survey_sites WHERE state = 'done'")
  assert.equal(Number(row?.done), 0)
})

withEveryDatabase(
  'from the third attempt on sites are visited one at a time, and those that end workers given up',
  async (db) => {
    const options = await slice(db, 4, 2)
    const { surveyId, ranks } = options.slice
    const [deadly = 0] = ranks
    const placeOf = (rank: number) => ({ kind: 'survey', runId: surveyId, site: rank }) as const
    for (let deaths = 0; deaths < 2; deaths += 1) await expectDeath(db, placeOf(deadly))
    await visitSlice(options)
    assert.deepEqual([options.most(), options.visited.length], [1, 3])
    const rows = await db.query('SELECT rank, failure FROM survey_sites ORDER BY rank')
    for (const { rank, failure } of rows) {
      assert.equal(failure === 'poison', Number(rank) === deadly, String(rank))
      assert.equal(await deathsAt(db, placeOf(Number(rank))), Number(rank) === deadly ? 2 : 0)
    }
    assert.equal((await surveyById(db, surveyId))?.state, 'finished')
  },
)

withEveryDatabase(
  'a visit that fails for a reason of ours is repeated with its job, and recorded from the third attempt on',
  async (db) => {
    const options = await slice(db, 2, 0, { visit: () => Promise.reject(new Error('a fault of ours')) })
    const recorded = () => db.query("SELECT failure, detail FROM survey_sites WHERE state = 'done'")
    for (const attempt of [0, 1])
      await assert.rejects(visitSlice({ ...options, job: { ...options.job, attempt } }), /a fault of ours/)
    assert.deepEqual(await recorded(), [])
    await visitSlice({ ...options, job: { ...options.job, attempt: 2 } })
    const broken = { failure: 'unknown_failure', detail: 'Error: a fault of ours' }
    assert.deepEqual(await recorded(), [broken, broken])
  },
)

withEveryDatabase(
  'what a worker visits sites with is recorded with its results, of sites that are visited alone with each of them',
  async (db) => {
    const toolVersion = async (surveyId: number) => (await surveyById(db, surveyId))?.toolVersion
    const whole = await slice(db, 2, 0)
    await visitSlice(whole)
    assert.equal(await toolVersion(whole.slice.surveyId), '0.1.0; 9.9.9')
    const alone = await slice(db, 2, 2, {
      complete: () => Promise.reject(new JobLost('the job is no longer this worker’s')),
    })
    await assert.rejects(visitSlice(alone), JobLost)
    assert.equal(await toolVersion(alone.slice.surveyId), '0.1.0; 9.9.9')
  },
)

const GOOD: CheckedCanary = { ok: true, failure: null, checkedAt: NOW }
/** A known-good server that answers. */
const GOOD_CANARY: SliceCanary = { before: async () => GOOD, after: async () => GOOD }

/** What the sites say of HTTP/3, where they say something or it is void; those without a block first. */
async function statements(db: Database, { surveyId }: SliceOptions['slice']): Promise<unknown[][]> {
  const rows = await db.query(
    `SELECT block, h3_void, h3 FROM survey_sites WHERE survey_id = ? AND (h3_void OR h3 IS NOT NULL)
     ORDER BY coalesce(block, -1), rank`,
    [surveyId],
  )
  return rows.map(({ block, h3_void, h3 }) => [block, Boolean(h3_void), h3 === null ? null : Boolean(h3)])
}

withEveryDatabase(
  'HTTP/3 of sites whose attempt broke off before the last answer of the canary is void, and of no others',
  async (db) => {
    const options = await slice(db, 4, 2, { canary: GOOD_CANARY })
    const killed = new AbortController()
    let visits = 0
    const breaksOff = visitSlice({
      ...options,
      job: { ...options.job, signal: killed.signal },
      visit(...call) {
        visits += 1
        if (visits === 3) killed.abort(new Error('killed'))
        return options.visit(...call)
      },
    })
    await assert.rejects(breaksOff, /killed/)
    const stands = [null, false, true]
    assert.deepEqual(await statements(db, options.slice), [stands, stands])
    await visitSlice({ ...options, job: { ...options.job, attempt: 3 } })
    const isVoid = [null, true, null]
    const inBlock = [0, false, true]
    assert.deepEqual(await statements(db, options.slice), [isVoid, isVoid, inBlock, inBlock])
  },
)

withEveryDatabase(
  'so it is where all sites were recorded when the attempt broke off, unless there is no canary',
  async (db) => {
    for (const [canary, ...expected] of [
      [GOOD_CANARY, null, true, null],
      [null, null, false, true],
    ] as const) {
      const options = await slice(db, 2, 2, { canary })
      const breaksOff = { ...options.job, complete: () => Promise.reject(new Error('killed')) }
      await assert.rejects(visitSlice({ ...options, job: breaksOff }), /killed/)
      await visitSlice({ ...options, job: { ...options.job, attempt: 3 } })
      assert.deepEqual(await statements(db, options.slice), [expected, expected])
      assert.equal((await surveyById(db, options.slice.surveyId))?.state, 'finished')
    }
  },
)

withEveryDatabase('so it is where the job is tried no more, and a crawl finishes the survey', async (db) => {
  for (const [canary, ...expected] of [
    [GOOD_CANARY, null, true, null],
    [null, null, false, true],
  ] as const) {
    const options = await slice(db, 4, 2, { canary })
    const killed = new AbortController()
    let visits = 0
    const breaksOff = visitSlice({
      ...options,
      job: { ...options.job, signal: killed.signal },
      visit(...call) {
        visits += 1
        if (visits === 3) killed.abort(new Error('killed'))
        return options.visit(...call)
      },
    })
    await assert.rejects(breaksOff, /killed/)
    await db.query('UPDATE survey_sites SET lease_until = 0 WHERE claimed_by IS NOT NULL')
    const { visit, clock } = options
    await runSurvey({
      ...{ db, visit, clock, surveyId: options.slice.surveyId, signal: new AbortController().signal },
      ...(canary !== null && { canary: async () => GOOD }),
    })
    const found = await statements(db, options.slice)
    assert.deepEqual(found.slice(0, 2), [expected, expected])
    assert.deepEqual(
      found.slice(2).map(([, ...rest]) => rest),
      [
        [false, true],
        [false, true],
      ],
    )
    assert.equal((await surveyById(db, options.slice.surveyId))?.state, 'finished')
  }
})

onOwnPostgres('a database that is killed during a visit is no death of its worker', async (server) => {
  await using db = await openDatabase({ url: server.url })
  const lost = new AbortController()
  const options = await slice(db, 1, 2, {
    signal: lost.signal,
    async visit() {
      await server.kill()
      lost.abort(new Error('the connection that holds the locks is gone'))
      throw lost.signal.reason
    },
  })
  const visiting = assert.rejects(visitSlice(options), /holds the locks is gone/)
  while (!lost.signal.aborted) await new Promise(setImmediate)
  await server.start()
  await visiting
  const [site] = await db.query('SELECT state FROM survey_sites')
  const deaths = await db.query('SELECT * FROM site_deaths')
  assert.deepEqual([site?.state, deaths], ['pending', []])
})
