import assert from 'node:assert/strict'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import {
  type ComparisonKey,
  type NewComparison,
  readComparisons,
  staleComparisons,
  storeComparisons,
} from '../../../db/campaign/comparisons.ts'
import { importSamples } from '../../../db/campaign/import-samples.ts'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import { seriesHeads } from '../../../db/campaign/series.ts'
import type { Database } from '../../../db/connection/database.ts'
import type { Arm } from '../../../model/arm.ts'
import { onEveryDatabase, withEveryDatabase } from '../databases.ts'
import { newCampaign, VALID } from './probing.ts'

const ARMS: readonly Arm[] = ['http', 'h1', 'h2', 'h3']

async function measured(db: Database, arms: readonly Arm[] = ARMS): Promise<number> {
  const { id } = await createCampaign(db, newCampaign({ schedule: [] }))
  await add(db, id, 0, arms)
  return id
}

async function add(db: Database, id: number, round: number, arms: readonly Arm[]): Promise<void> {
  const samples = arms.map((arm, position) => ({
    ...{ site: 0, arm, round, position, place: round * 10 + position, result: VALID },
    metrics: [
      { name: 'plt_ms', value: 5, note: null },
      { name: 'fcp_ms', value: null, note: null },
    ],
  }))
  await importSamples(db, id, samples)
}

function pairsOf(keys: readonly ComparisonKey[]): string[] {
  return keys.map(({ baseline, arm }) => `${baseline} ${arm}`)
}

/** As who computes them does: each with the revisions of what it read. */
async function compare(db: Database, keys: readonly ComparisonKey[], gain = 1.25): Promise<NewComparison[]> {
  const rows: NewComparison[] = []
  for (const key of keys) {
    const heads = await seriesHeads(db, key)
    const revisionOf = (arm: Arm): number => heads.find((head) => head.arm === arm)?.revision ?? 0
    const revisions = { baselineRevision: revisionOf(key.baseline), armRevision: revisionOf(key.arm) }
    rows.push({ ...key, ...revisions, rounds: 1, result: { gain }, computedAt: '2026-11-21T00:00:00.000Z' })
  }
  await storeComparisons(db, rows)
  return rows
}

withEveryDatabase('what was never compared is stale, and is not once it has been', async (db) => {
  const id = await measured(db)
  assert.deepEqual(await staleComparisons(db, [], 10), [])
  assert.deepEqual(await staleComparisons(db, ['fcp_ms'], 10), [])
  const stale = await staleComparisons(db, ['plt_ms', 'fcp_ms'], 10)
  assert.deepEqual(pairsOf(stale), ['h1 h2', 'h1 h3', 'h1 http'])
  assert.deepEqual(await staleComparisons(db, ['plt_ms'], 2), stale.slice(0, 2))
  const rows = await compare(db, stale)
  assert.deepEqual(await staleComparisons(db, ['plt_ms'], 10), [])
  const current = rows.map((row) => ({ ...row, isCurrent: true }))
  assert.deepEqual(await readComparisons(db, { campaignId: id }), current)
  assert.deepEqual(await readComparisons(db, { campaignId: id, site: 0, metric: 'plt_ms' }), current)
  assert.deepEqual(await readComparisons(db, { campaignId: id, metric: 'fcp_ms' }), [])
  assert.deepEqual(await readComparisons(db, { campaignId: id, site: 1 }), [])
})

withEveryDatabase('two baselines are compared with the others, and with one another once', async (db) => {
  await measured(db)
  assert.deepEqual(pairsOf(await staleComparisons(db, ['plt_ms'], 10, ['h1', 'h2'])), [
    'h1 h2',
    'h1 h3',
    'h1 http',
    'h2 h3',
    'h2 http',
  ])
  assert.deepEqual(await staleComparisons(db, ['plt_ms'], 10, ['h3-altsvc']), [])
  assert.deepEqual(await staleComparisons(db, ['plt_ms'], 10, []), [])
})

withEveryDatabase(
  'a comparison is stale when a value of one of its arms has come, changed or gone, and no other is',
  async (db) => {
    const id = await measured(db)
    await compare(db, await staleComparisons(db, ['plt_ms'], 10))
    await add(db, id, 1, ['h3'])
    const stale = await staleComparisons(db, ['plt_ms'], 10)
    assert.deepEqual(pairsOf(stale), ['h1 h3'])
    const marks = (await readComparisons(db, { campaignId: id })).map(({ arm, isCurrent }) => [
      arm,
      isCurrent,
    ])
    assert.deepEqual(marks, [
      ['h2', true],
      ['h3', false],
      ['http', true],
    ])
    await compare(db, stale, 2)
    const again = (await readComparisons(db, { campaignId: id })).map(({ result }) => result)
    assert.deepEqual(again, [{ gain: 1.25 }, { gain: 2 }, { gain: 1.25 }])

    const [row] = await db.query("SELECT id FROM samples WHERE arm = 'h1' AND campaign_id = ?", [id])
    const plt = (value: number | null) => [
      { sampleId: Number(row?.id), metrics: [{ name: 'plt_ms', value, note: null }] },
    ]
    await replaceMetrics(db, id, plt(6))
    assert.equal((await staleComparisons(db, ['plt_ms'], 10)).length, 3)
    await replaceMetrics(db, id, plt(null))
    assert.deepEqual(await staleComparisons(db, ['plt_ms'], 10), [], 'nothing to compare with')
    assert.ok((await readComparisons(db, { campaignId: id })).every(({ isCurrent }) => !isCurrent))
  },
)

onEveryDatabase(
  'what was compared by an earlier method is dropped by the migration, and stale again',
  async (database) => {
    let id: number
    {
      await using db = await database.open()
      id = await measured(db)
      await compare(db, await staleComparisons(db, ['plt_ms'], 10))
      assert.equal((await readComparisons(db, { campaignId: id })).length, 3)
      await db.query('DELETE FROM towline_migrations WHERE name = ?', ['013-comparisons-anew'])
    }
    await using db = await database.open()
    assert.deepEqual(await readComparisons(db, { campaignId: id }), [])
    assert.equal((await staleComparisons(db, ['plt_ms'], 10)).length, 3)
  },
)
