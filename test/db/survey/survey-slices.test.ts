import assert from 'node:assert/strict'
import type { Database } from '../../../db/connection/database.ts'
import { readCanaries } from '../../../db/survey/canaries.ts'
import { encodeFinishedSite } from '../../../db/survey/finished-sites.ts'
import { claimSites } from '../../../db/survey/site-leases.ts'
import { type CheckedCanary, claimSlice, cutSlices, saveSlice } from '../../../db/survey/survey-slices.ts'
import { surveyById } from '../../../db/survey/surveys.ts'
import type { VisitProvenance } from '../../../db/survey/visit-provenance.ts'
import { factsOf, operationRows, surveyOf } from '../campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'

const LEASE_MS = 60_000
const NOW = '2026-11-23T06:00:00.000Z'
const GOOD: CheckedCanary = { ok: true, failure: null, checkedAt: NOW }
const BAD: CheckedCanary = { ok: false, failure: 'h3_timeout', checkedAt: NOW }
const HERE: VisitProvenance = { toolVersion: '1.0.0', resolver: '192.0.2.53', versions: { node: '26.1.0' } }

function claim(db: Database, surveyId: number, ranks: readonly number[], kin: string, attempt = 0) {
  return claimSlice(db, { surveyId, ranks }, { owner: `${kin}${attempt}`, leaseMs: LEASE_MS, kin })
}

function save(
  db: Database,
  surveyId: number,
  owner: string,
  ranks: readonly number[],
  canaries: readonly [CheckedCanary, CheckedCanary] | null = null,
  provenance = HERE,
): Promise<ReadonlySet<number>> {
  const sites = ranks.map((rank) => {
    const times = { surveyId, rank, visitedAt: NOW, durationMs: 1, block: null, h3Void: false, detail: null }
    return encodeFinishedSite({ ...times, facts: factsOf(rank) }, operationRows(`site${rank}.test`, 2))
  })
  const results = { surveyId, owner, sites, recorded: [], earlier: [], canaries, provenance, finishedAt: NOW }
  return db.write((query) => saveSlice(query, db, results))
}

withEveryDatabase(
  'a survey is cut into slices in the order of visits, each site in one of them',
  async (db) => {
    const id = await surveyOf(db, 7)
    const slices = await cutSlices(db.query, id, 3)
    assert.deepEqual(
      slices.map(({ ranks }) => ranks.length),
      [3, 3, 1],
    )
    const order = await claimSites(db, { surveyId: id, owner: 'crawl', leaseMs: LEASE_MS }, 7)
    assert.deepEqual(
      slices.flatMap(({ ranks }) => ranks),
      order.map(({ rank }) => rank),
    )
  },
)

withEveryDatabase(
  'a further attempt takes over its own sites alone, and the first one records nothing',
  async (db) => {
    const id = await surveyOf(db, 4)
    const [{ ranks = [] } = {}] = await cutSlices(db.query, id, 4)
    const [elsewhere] = await claimSites(db, { surveyId: id, owner: 'crawl', leaseMs: LEASE_MS }, 1)
    const first = await claim(db, id, ranks, 'job|a|', 0)
    assert.deepEqual([first.sites.length, first.held], [3, 1])
    assert.ok(first.sites.every(({ rank }) => rank !== elsewhere?.rank))
    assert.equal((await surveyById(db, id))?.state, 'running')
    assert.deepEqual((await claim(db, id, ranks, 'job|b|')).sites, [])
    const second = await claim(db, id, ranks, 'job|a|', 1)
    assert.deepEqual(second.sites, first.sites)

    const mine = second.sites.map(({ rank }) => rank)
    assert.deepEqual(await save(db, id, 'job|a|0', mine), new Set())
    assert.deepEqual(await save(db, id, 'job|a|1', mine), new Set(mine))
    assert.deepEqual(await save(db, id, 'job|a|1', mine), new Set())
    const [count] = await db.query('SELECT count(*) AS operations FROM operations')
    assert.equal(Number(count?.operations), 2 * mine.length)
  },
)

withEveryDatabase('the slice that records the last site ends the survey', async (db) => {
  const id = await surveyOf(db, 4)
  const slices = await cutSlices(db.query, id, 2)
  for (const [index, { ranks }] of slices.entries()) {
    assert.notEqual((await surveyById(db, id))?.state, 'finished')
    await claim(db, id, ranks, `job|${index}|`)
    await save(db, id, `job|${index}|0`, ranks)
  }
  const survey = await surveyById(db, id)
  assert.deepEqual([survey?.state, survey?.finishedAt], ['finished', NOW])
})

withEveryDatabase('each slice is a block between two canaries, void where one of them failed', async (db) => {
  const id = await surveyOf(db, 6)
  const answers = [
    [GOOD, GOOD],
    [BAD, GOOD],
    [GOOD, BAD],
  ] as const
  for (const [index, { ranks }] of (await cutSlices(db.query, id, 2)).entries()) {
    await claim(db, id, ranks, `job|${index}|`)
    await save(db, id, `job|${index}|0`, ranks, answers[index])
  }
  const blocks = await db.query(
    'SELECT block, h3_void, count(*) AS sites, count(h3) AS known FROM survey_sites GROUP BY block, h3_void ORDER BY block',
  )
  assert.deepEqual(
    blocks.map((row) => [Number(row.block), Boolean(row.h3_void), Number(row.sites)]),
    [
      [0, false, 2],
      [1, true, 2],
      [2, true, 2],
    ],
  )
  assert.deepEqual(
    blocks.slice(1).map(({ known }) => Number(known)),
    [0, 0],
  )
  assert.deepEqual(
    (await readCanaries(db, id)).map(({ block, phase, ok }) => [block, phase, ok]),
    [
      [0, 'before', true],
      [0, 'after', true],
      [1, 'before', false],
      [1, 'after', true],
      [2, 'before', true],
      [2, 'after', false],
    ],
  )
})

withEveryDatabase(
  'a survey says what its sites were visited with: of the first machine, and of others what differs',
  async (db) => {
    // As `jobs add` makes it, on a machine that visits nothing.
    const id = await surveyOf(db, 5, { toolVersion: '0.9.0', resolver: null, versions: {} })
    const stored = async () => {
      const survey = await surveyById(db, id)
      return [survey?.toolVersion, survey?.resolver, survey?.versions]
    }
    let rank = 0
    const recordWith = async (provenance: VisitProvenance): Promise<void> => {
      rank += 1
      await claim(db, id, [rank], 'job|a|')
      await save(db, id, 'job|a|0', [rank], null, provenance)
    }
    await recordWith(HERE)
    assert.deepEqual(await stored(), ['1.0.0', '192.0.2.53', { node: '26.1.0' }])
    await recordWith(HERE)
    assert.deepEqual(await stored(), ['1.0.0', '192.0.2.53', { node: '26.1.0' }])
    const other = { toolVersion: '1.1.0', resolver: null, versions: { node: '26.2.0', openssl: '3.5.1' } }
    await recordWith(other)
    const both = [
      ...['1.0.0; 1.1.0', '192.0.2.53; the system’s'],
      { node: '26.1.0; 26.2.0', openssl: '3.5.1' },
    ]
    assert.deepEqual(await stored(), both)
    await recordWith(HERE)
    assert.deepEqual(await stored(), both, 'each is named once')
    const later = { toolVersion: '1.2.0', resolver: null, versions: {} }
    await save(db, id, 'job|nobody|0', [5], null, later)
    assert.deepEqual(await stored(), both, 'one that recorded nothing is not named')
  },
)
