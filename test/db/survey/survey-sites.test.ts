import assert from 'node:assert/strict'
import { answeringSites } from '../../../db/survey/answering-sites.ts'
import { encodeFinishedSite, saveSites } from '../../../db/survey/finished-sites.ts'
import { readOperations } from '../../../db/survey/operations.ts'
import { claimSites, freeAbandoned, releaseSites, renewLeases } from '../../../db/survey/site-leases.ts'
import {
  factColumn,
  surveyedSites,
  surveyProgress,
  type VisitRecord,
} from '../../../db/survey/survey-sites.ts'
import type { OperationRow } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import { siteAnswers } from '../../../stats/survey/site-answers.ts'
import { collect, FULL_FACTS, factsOf, operationRows, surveyOf } from '../campaign/samples.ts'
import { onEveryDatabase, withEveryDatabase } from '../databases.ts'

const LEASE_MS = 60_000

function record(rank: number, changes: Partial<VisitRecord> = {}): VisitRecord {
  return {
    surveyId: 1,
    rank,
    visitedAt: '2026-11-21T00:00:01.000Z',
    durationMs: 12.5,
    block: null,
    h3Void: false,
    detail: null,
    facts: FULL_FACTS,
    ...changes,
  }
}

withEveryDatabase('every fact has a column and comes back as it was', async (db) => {
  const surveyId = await surveyOf(db, 2)
  await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, 2)
  const opposite = Object.fromEntries(
    Object.entries(FULL_FACTS).map(([name, value]) => [name, typeof value === 'boolean' ? !value : null]),
  ) as unknown as SiteFacts
  const facts = { ...opposite, redirects: 0 }
  const saved = await saveSites(db, { surveyId, owner: 'me' }, [
    encodeFinishedSite(record(1), []),
    encodeFinishedSite(record(2, { facts }), []),
  ])
  assert.deepEqual(saved, new Set([1, 2]))
  assert.deepEqual(await collect(surveyedSites(db, surveyId)), [
    { rank: 1, rankMagnitude: null, domain: 'site1.test', ...FULL_FACTS },
    { rank: 2, rankMagnitude: null, domain: 'site2.test', ...facts },
  ])
  // Adoption reads answers in place of facts, which make no difference to it.
  assert.deepEqual(
    (await collect(answeringSites(db, surveyId))).map((site) => siteAnswers(site.facts)),
    [FULL_FACTS, facts].map(siteAnswers),
  )
  const [row] = await db.query('SELECT * FROM survey_sites WHERE rank = 1')
  for (const name of Object.keys(FULL_FACTS)) {
    const column = factColumn(name as keyof SiteFacts)
    assert.ok(row !== undefined && column in row, `no column ${column}`)
  }
  assert.equal(row?.duration_ms, 12.5)
  assert.equal(row?.visited_at, '2026-11-21T00:00:01.000Z')
  assert.equal(row?.claimed_by, null)
})

withEveryDatabase('operation rows come back as they were, without the text of robots.txt', async (db) => {
  const surveyId = await surveyOf(db, 1)
  await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, 1)
  const rows = operationRows('site1.test', 4)
  const robots: OperationRow = {
    ...(rows[3] as OperationRow),
    path: '/robots.txt',
    result: {
      status: 200,
      headers: {},
      bodyBytes: 20,
      bodyCapped: false,
      ttfbMs: 1.25,
      settings: null,
      text: 'User-agent: *',
    },
  }
  await saveSites(db, { surveyId, owner: 'me' }, [
    encodeFinishedSite(record(1), [...rows.slice(0, 3), robots]),
  ])
  const { text: _text, ...stored } = robots.result as { text: string }
  assert.deepEqual(await readOperations(db, surveyId, 1), [
    ...rows.slice(0, 3),
    { ...robots, result: stored },
  ])
  assert.deepEqual(await readOperations(db, surveyId, 2), [])
})

withEveryDatabase(
  'text from the network is kept, whatever is in it; what no database takes becomes U+FFFD',
  async (db) => {
    const surveyId = await surveyOf(db, 1)
    await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, 1)
    const server = `ngin\0x \ud800 " ' \\u0000 \\\\ \u2028 \u{1f40e} é \n ? ?? $1 :name`
    const kept = server.replaceAll('\0', '\ufffd').toWellFormed()
    const result = { status: 200, bodyBytes: 0, bodyCapped: false, ttfbMs: 1 }
    const rows = operationRows('site1.test', 2).map((row) => ({
      ...row,
      operation: 'http1' as const,
      detail: server,
      result: { ...result, headers: { server, [`x-${server}`]: '1' } },
    }))
    await saveSites(db, { surveyId, owner: 'me' }, [
      encodeFinishedSite(record(1, { facts: { ...FULL_FACTS, server } }), rows),
    ])
    const [site] = await collect(surveyedSites(db, surveyId))
    assert.equal(site?.server, kept)
    assert.deepEqual(
      await readOperations(db, surveyId, 1),
      rows.map((row) => ({
        ...row,
        detail: kept,
        result: { ...result, headers: { server: kept, [`x-${kept}`]: '1' } },
      })),
    )
  },
)

withEveryDatabase('what breaks a rule of the table is refused with all its batch', async (db) => {
  const surveyId = await surveyOf(db, 2)
  await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, 2)
  const bad: [string, SiteFacts][] = [
    ['a negative time', { ...FULL_FACTS, rttMs: -1 }],
    ['text for a number', { ...FULL_FACTS, bodyBytes: 'many' as unknown as number }],
    ['a fraction of a byte', { ...FULL_FACTS, bodyBytes: 1.5 }],
    ['an unknown evidence', { ...FULL_FACTS, cdnEvidence: 'guess' as 'cname' }],
    [
      'a site that is done but neither reachable nor not',
      { ...FULL_FACTS, reachable: null as unknown as boolean },
    ],
  ]
  for (const [what, facts] of bad) {
    const sites = [encodeFinishedSite(record(1), []), encodeFinishedSite(record(2, { facts }), [])]
    await assert.rejects(saveSites(db, { surveyId, owner: 'me' }, sites), what)
  }
  for (const rttMs of [Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => encodeFinishedSite(record(1, { facts: { ...FULL_FACTS, rttMs } }), []), TypeError)
  }
  const bogus = [{ ...operationRows('a.test', 1)[0], operation: 'ping' as 'dns' } as OperationRow]
  await assert.rejects(saveSites(db, { surveyId, owner: 'me' }, [encodeFinishedSite(record(1), bogus)]))
  assert.deepEqual(await surveyProgress(db, surveyId), { total: 2, done: 0, failed: 0 })
  assert.deepEqual(await db.query('SELECT * FROM operations'), [])
})

withEveryDatabase('only the owner of a lease records, and each site once', async (db) => {
  const surveyId = await surveyOf(db, 3)
  await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, 2)
  await claimSites(db, { surveyId, owner: 'you', leaseMs: LEASE_MS }, 2)
  const all = [1, 2, 3].map((rank) => encodeFinishedSite(record(rank), operationRows(`site${rank}.test`, 2)))
  const mine = await saveSites(db, { surveyId, owner: 'me' }, all)
  assert.equal(mine.size, 2)
  assert.equal((await saveSites(db, { surveyId, owner: 'me' }, all)).size, 0)
  const yours = await saveSites(db, { surveyId, owner: 'you' }, all)
  assert.equal(yours.size, 1)
  assert.deepEqual(new Set([...mine, ...yours]), new Set([1, 2, 3]))
  const [rows] = await db.query('SELECT count(*) AS n FROM operations')
  assert.equal(Number(rows?.n), 6)
})

onEveryDatabase('claims made at the same time never share a site', async (database) => {
  await using one = await database.open()
  await using two = await database.open()
  const surveyId = await surveyOf(one, 1_000)
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      claimSites(i % 2 === 0 ? one : two, { surveyId, owner: `owner ${i}`, leaseMs: LEASE_MS }, 50),
    ),
  )
  const ranks = claims.flat().map(({ rank }) => rank)
  assert.equal(new Set(ranks).size, ranks.length)
  assert.equal(ranks.length, 1_000)
  assert.deepEqual(await claimSites(one, { surveyId, owner: 'late', leaseMs: LEASE_MS }, 1), [])
})

/** Sites that are free, at which no worker has died, and sites that are leased. */
async function pending(...of: Parameters<typeof freeAbandoned>): Promise<{ free: number; leased: number }> {
  const { free, leased, crashed } = await freeAbandoned(...of)
  assert.deepEqual([free[1], free[2], crashed], [0, 0, []])
  return { free: free[0], leased }
}

withEveryDatabase(
  'what the dead leave and what has expired is free again, what lives on is not',
  async (db) => {
    const surveyId = await surveyOf(db, 10)
    await claimSites(db, { surveyId, owner: 'dead', leaseMs: LEASE_MS }, 2)
    await claimSites(db, { surveyId, owner: 'expired', leaseMs: -1 }, 3)
    const alive = await claimSites(db, { surveyId, owner: 'alive', leaseMs: -1 }, 1)
    await renewLeases(
      db,
      { surveyId, owner: 'alive', leaseMs: LEASE_MS },
      alive.map(({ rank }) => rank),
    )
    const fateOf = (owner: string) => (owner === 'dead' ? 'ended' : 'alive')
    assert.deepEqual(await pending(db, surveyId, fateOf), { free: 9, leased: 1 })
    assert.equal((await claimSites(db, { surveyId, owner: 'new', leaseMs: LEASE_MS }, 20)).length, 9)
    assert.deepEqual(await pending(db, surveyId, fateOf), { free: 0, leased: 10 })
    await releaseSites(
      db,
      { surveyId, owner: 'new' },
      alive.map(({ rank }) => rank),
    )
    assert.deepEqual(
      await pending(db, surveyId, fateOf),
      { free: 0, leased: 10 },
      'not the owner’s to give back',
    )
    await releaseSites(
      db,
      { surveyId, owner: 'alive' },
      alive.map(({ rank }) => rank),
    )
    assert.deepEqual(await pending(db, surveyId, fateOf), { free: 1, leased: 9 })
  },
)

withEveryDatabase(
  'what the crashed held is suspected, and after a second time poison; nobody takes it for an ordinary site',
  async (db) => {
    const surveyId = await surveyOf(db, 5)
    const fateOf = (owner: string) => (owner.startsWith('crashed') ? 'crashed' : 'alive')
    const lease = (owner: string) => ({ surveyId, owner, leaseMs: LEASE_MS })
    const held = await claimSites(db, lease('crashed 1'), 2)
    assert.deepEqual(await freeAbandoned(db, surveyId, fateOf), {
      free: { 0: 3, 1: 2, 2: 0 },
      leased: 0,
      crashed: [{ owner: 'crashed 1', sites: 2 }],
    })
    assert.equal((await claimSites(db, lease('alive'), 9)).length, 3)
    const [suspect] = await claimSites(db, lease('crashed 2'), 1, 1)
    assert.ok(held.some(({ rank }) => rank === suspect?.rank))
    const left = await freeAbandoned(db, surveyId, fateOf)
    assert.deepEqual(left, {
      free: { 0: 0, 1: 1, 2: 1 },
      leased: 3,
      crashed: [{ owner: 'crashed 2', sites: 1 }],
    })
    assert.deepEqual(await claimSites(db, lease('alive'), 9), [])
    assert.deepEqual(await claimSites(db, lease('alive'), 9, 2), [suspect])
    // A third death, while it is being given up.
    await releaseSites(db, { surveyId, owner: 'alive' }, [suspect?.rank ?? 0])
    await claimSites(db, lease('crashed 3'), 1, 2)
    assert.deepEqual((await freeAbandoned(db, surveyId, fateOf)).free, { 0: 0, 1: 1, 2: 1 })
  },
)

withEveryDatabase(
  'surveyed sites stream in the order of ranks over any number of pages, and only those that are done',
  async (db) => {
    const surveyId = await surveyOf(db, 1_300)
    const other = await surveyOf(db, 5)
    const claimed = await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, 1_200)
    await saveSites(
      db,
      { surveyId, owner: 'me' },
      claimed.map(({ rank }) => encodeFinishedSite(record(rank, { facts: factsOf(rank) }), [])),
    )
    const ranks = (await collect(surveyedSites(db, surveyId))).map(({ rank }) => rank)
    assert.deepEqual(
      ranks,
      claimed.map(({ rank }) => rank).sort((a, b) => a - b),
    )
    assert.deepEqual(await collect(surveyedSites(db, other)), [])
    assert.deepEqual(await surveyProgress(db, surveyId), {
      total: 1_300,
      done: 1_200,
      failed: claimed.filter(({ rank }) => rank % 5 === 0).length,
    })
  },
)

withEveryDatabase('recording costs the same whether few sites are claimed or many', async (db) => {
  // The least of several: a busy machine makes some of them slow, and the number of claims would all.
  const leastMs = async (count: number, surveys: number): Promise<number> => {
    let least = Infinity
    for (let survey = 0; survey < surveys; survey += 1) {
      const surveyId = await surveyOf(db, count)
      const claimed = await claimSites(db, { surveyId, owner: 'me', leaseMs: LEASE_MS }, count)
      for (let from = 0; from < Math.min(count, 500); from += 100) {
        const of = claimed.slice(from, from + 100)
        const sites = of.map(({ rank }) => encodeFinishedSite(record(rank, { surveyId }), []))
        const startMs = performance.now()
        assert.equal((await saveSites(db, { surveyId, owner: 'me' }, sites)).size, 100)
        least = Math.min(least, performance.now() - startMs)
      }
    }
    return least
  }
  const [few, many] = [await leastMs(100, 5), await leastMs(10_000, 1)]
  // Looking each claimed site up among the rows, and not the other way round, would take a hundred times as long.
  assert.ok(many < 10 * few + 100, `${few} and ${many} ms`)
})
