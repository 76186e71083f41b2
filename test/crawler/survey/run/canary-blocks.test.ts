import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Canary } from '../../../../crawler/survey/run/canary-blocks.ts'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import type { VisitSite } from '../../../../crawler/survey/run/run-options.ts'
import type { Database } from '../../../../db/connection/database.ts'
import { readCanaries } from '../../../../db/survey/canaries.ts'
import { surveyedSites } from '../../../../db/survey/survey-sites.ts'
import { collect, FULL_FACTS, surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'
import { until } from '../../../servers/until.ts'

const good = { ok: true, failure: null }
const bad = { ok: false, failure: 'quic_timeout' as const }

interface Run {
  readonly db: Database
  readonly surveyId: number
  readonly canary: Canary
  readonly visit?: VisitSite
  readonly signal?: AbortSignal
}

function run({ db, surveyId, canary, visit, signal }: Run) {
  return runSurvey({
    db,
    surveyId,
    concurrency: 1,
    signal: signal ?? new AbortController().signal,
    clock: () => performance.now(),
    canary,
    canaryEvery: 10,
    visit: visit ?? (() => sleep(1, { rows: [], facts: FULL_FACTS })),
  })
}

/** A canary with these answers in turn, the last of them for ever. */
function answers(...all: (typeof good | typeof bad)[]): Canary & { asked: () => number } {
  let asked = 0
  const canary: Canary = async () => {
    asked += 1
    return all[Math.min(asked, all.length) - 1] ?? good
  }
  return Object.assign(canary, { asked: () => asked })
}

/** Ranks whose HTTP/3 is void, in the order of visits; both places that say so must agree. */
async function voidSites(db: Database, surveyId: number): Promise<number[]> {
  const rows = await db.query(
    'SELECT rank FROM survey_sites WHERE h3_void AND survey_id = ? ORDER BY shuffle_key',
    [surveyId],
  )
  const ranks = rows.map(({ rank }) => Number(rank))
  for (const site of await collect(surveyedSites(db, surveyId))) {
    const isVoid = ranks.includes(site.rank)
    assert.equal(site.h3, isVoid ? null : true)
    assert.equal(site.h3Handshake, isVoid ? null : true)
    assert.equal(site.h2, true)
  }
  return ranks
}

onEveryDatabase(
  'the canary is asked before the first site, after every block and after the last',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 45)
    const askedAfter: number[] = []
    let visits = 0
    await run({
      db,
      surveyId,
      canary: async () => {
        askedAfter.push(visits)
        return good
      },
      visit: async () => {
        await sleep(2)
        visits += 1
        return { rows: [], facts: FULL_FACTS }
      },
    })
    // Visits that end while the canary is asked can make a block longer than ten, never the one that it ends shorter.
    assert.equal(askedAfter[0], 0)
    assert.equal(askedAfter[1], 10)
    assert.ok(askedAfter.length >= 3)
    const canaries = (await readCanaries(db, surveyId)).map(({ block, phase }) => `${block} ${phase}`)
    for (const { block } of await db.query('SELECT DISTINCT block FROM survey_sites')) {
      assert.ok(canaries.includes(`${block} before`) && canaries.includes(`${block} after`), `block ${block}`)
    }
    assert.deepEqual(await voidSites(db, surveyId), [])
  },
)

onEveryDatabase(
  'where a canary fails, HTTP/3 of the blocks before and after it is void',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 120)
    const order: number[] = []
    let asked = 0
    await run({
      db,
      surveyId,
      canary: async () => {
        asked += 1
        return asked === 3 ? bad : good
      },
      visit: async ({ rank }) => {
        order.push(rank)
        // A slow disk is waited for: else all sites would be visited while the second answer is written.
        const begun = async () => (await readCanaries(db, surveyId)).filter(({ phase }) => phase === 'before')
        await until('the answer is written', async () => (await begun()).length === asked)
        return { rows: [], facts: FULL_FACTS }
      },
    })
    const isVoid = new Set(await voidSites(db, surveyId))
    const blocks = new Map(
      (await db.query('SELECT rank, block FROM survey_sites')).map(({ rank, block }) => [
        Number(rank),
        Number(block),
      ]),
    )
    const inBlocks = (from: number, to: number): number[] =>
      order.filter((rank) => (blocks.get(rank) ?? -1) >= from && (blocks.get(rank) ?? -1) <= to)
    // The third answer ends the second block. How many visits run on while the canary is asked depends on the machine.
    const [before, between, after] = [inBlocks(0, 0), inBlocks(1, 2), inBlocks(3, 99)]
    assert.ok(before.length > 0 && before.every((rank) => !isVoid.has(rank)), 'the first block stands')
    assert.ok(between.length > 1 && between.every((rank) => isVoid.has(rank)), 'the next two are void')
    assert.ok(after.length > 1, 'there are later ones')
    assert.ok(
      after.slice(1).every((rank) => !isVoid.has(rank)),
      'they stand, but for a visit that began before',
    )
    const failures = (await readCanaries(db, surveyId)).filter(({ ok }) => !ok)
    assert.deepEqual(
      failures.map(({ block, phase, failure }) => `${block} ${phase} ${failure}`),
      ['1 after quic_timeout', '2 before quic_timeout'],
    )
  },
)

onEveryDatabase(
  'a visit that began before a failing canary and ends after a good one is void',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 300)
    let asked = 0
    let slow: number | null = null
    let others = 0
    await runSurvey({
      db,
      surveyId,
      concurrency: 2,
      signal: new AbortController().signal,
      clock: () => performance.now(),
      canaryEvery: 10,
      canary: async () => {
        asked += 1
        return asked === 3 ? bad : good
      },
      visit: async ({ rank }, { signal }) => {
        slow ??= rank
        // Until the canary is well again; with every other site done there is nothing more to wait for.
        while (rank === slow && asked < 5 && others < 299 && !signal.aborted) await sleep(2)
        await sleep(2)
        others += 1
        return { rows: [], facts: FULL_FACTS }
      },
    })
    assert.ok((await voidSites(db, surveyId)).includes(slow ?? -1))
  },
)

onEveryDatabase('a canary that throws is one that failed', async (database) => {
  await using db = await database.open()
  const surveyId = await surveyOf(db, 5)
  await run({ db, surveyId, canary: () => Promise.reject(new Error('no such host')) })
  assert.equal((await voidSites(db, surveyId)).length, 5)
})

onEveryDatabase(
  'a block that a stopped run left open is ended by the next run’s first canary',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 12)
    const stop = new AbortController()
    let visits = 0
    const outcome = await run({
      db,
      surveyId,
      signal: stop.signal,
      canary: async () => good,
      visit: async () => {
        visits += 1
        if (visits === 5) stop.abort()
        await sleep(1)
        return { rows: [], facts: FULL_FACTS }
      },
    })
    assert.equal(outcome.state, 'stopped')
    assert.equal(outcome.done, 4)
    assert.deepEqual(await voidSites(db, surveyId), [])
    await run({ db, surveyId, canary: answers(bad, good) })
    assert.equal((await voidSites(db, surveyId)).length, 12)
    assert.deepEqual(
      (await readCanaries(db, surveyId)).map(({ block, phase, ok }) => `${block} ${phase} ${ok}`),
      ['0 before true', '0 after false', '1 before false', '1 after true'],
    )
  },
)
