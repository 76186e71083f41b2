import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import { type ImportedSample, importSamples } from '../../../db/campaign/import-samples.ts'
import { rebuildSeries } from '../../../db/campaign/rebuild-series.ts'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { readSeries, seriesHeads } from '../../../db/campaign/series.ts'
import type { Database } from '../../../db/connection/database.ts'
import { packChunk, ROUNDS_PER_CHUNK, unpackChunks } from '../../../db/rows/packed-chunk.ts'
import type { Arm } from '../../../model/arm.ts'
import { quantile } from '../../../stats/quantile.ts'
import { withEveryDatabase } from '../databases.ts'
import { heldCampaign, NOTHING_KNOWN, newCampaign, newSite, record, VALID } from './probing.ts'

const NAMES = ['plt_ms', 'fcp_ms', 'phase_ms.ssl']
const SITES = [0, 1]

/** Every series of a campaign, next to what the samples themselves say. */
async function expectExact(db: Database, campaignId: number): Promise<void> {
  const heads = await seriesHeads(db, { campaignId })
  for (const site of SITES) {
    for (const metric of NAMES) {
      const points = await metricValues(db, campaignId, metric, { site })
      const byArm = Map.groupBy(points, ({ arm }) => arm)
      const series = await readSeries(db, { campaignId, site, metric })
      assert.deepEqual(
        series.map(({ arm, rounds, values }) => [arm, [...rounds], [...values]]),
        [...byArm.keys()].sort().map((arm) => {
          const of = byArm.get(arm) ?? []
          return [arm, of.map(({ round }) => round), of.map(({ value }) => value)]
        }),
        `${metric} of site ${site}`,
      )
      for (const { arm, values } of series) {
        const exact = (byArm.get(arm) ?? []).map(({ value }) => value)
        for (let p = 0; p <= 1; p += 0.05) assert.equal(quantile(values, p), quantile(exact, p))
        const [alone] = await readSeries(db, { campaignId, site, metric, arm })
        assert.deepEqual(
          alone,
          series.find((each) => each.arm === arm),
        )
      }
      for (const { arm, n } of heads.filter((head) => head.site === site && head.metric === metric))
        assert.equal(n, byArm.get(arm)?.length ?? 0, `length of ${metric} of site ${site} and ${arm}`)
    }
  }
}

/**
 * Of a metric of a load: 0, or between a billionth and 10¹⁵. Of numbers that are far larger or smaller SQLite rounds the last
 * digit otherwise than JavaScript.
 */
const value = fc.option(fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e15, noNaN: true })), {
  nil: null,
})
const metrics = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name })
  .map((some) => some.map(([name, of]) => ({ name, value: of, note: null })))
/** Few enough rounds that samples meet in a chunk, on both sides of a border of chunks and far from it. */
const round = fc.oneof(
  fc.nat({ max: 5 }),
  fc.integer({ min: ROUNDS_PER_CHUNK - 3, max: ROUNDS_PER_CHUNK + 2 }),
  fc.nat({ max: 2 ** 31 - 1 }),
)
const sample = fc.record({
  site: fc.constantFrom(...SITES),
  arm: fc.constantFrom<Arm>('h1', 'h3-altsvc'),
  round,
  result: fc.constantFrom(VALID, NOTHING_KNOWN),
  metrics,
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.array(sample, { maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ replace: fc.array(fc.tuple(fc.nat(), metrics), { maxLength: 6 }) }) },
)

withEveryDatabase(
  'series are exactly what the valid samples say, whatever was added and computed anew, in any order',
  async (db) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const { id } = await createCampaign(db, newCampaign({ schedule: [] }))
        const taken = new Set<string>()
        let place = 0
        for (const each of steps) {
          if ('add' in each) {
            const fresh: ImportedSample[] = []
            for (const one of each.add) {
              const key = `${one.site} ${one.arm} ${one.round}`
              if (taken.has(key)) continue
              taken.add(key)
              fresh.push({ ...one, position: 0, place: place++ })
            }
            await importSamples(db, id, fresh)
          } else {
            const rows = await db.query('SELECT id FROM samples WHERE campaign_id = ? ORDER BY id', [id])
            const changed = new Map(
              each.replace.map(([at, to]) => [Number(rows[at % rows.length]?.id), to] as const),
            )
            changed.delete(Number.NaN)
            await replaceMetrics(
              db,
              id,
              Array.from(changed, ([sampleId, to]) => ({ sampleId, metrics: to })),
            )
          }
        }
        await expectExact(db, id)
      }),
      { numRuns: 40 },
    )
  },
)

withEveryDatabase(
  'a series of many chunks is read in pages, and anew where a value comes between two',
  async (db) => {
    const lease = await heldCampaign(db, {
      rounds: 5 * ROUNDS_PER_CHUNK,
      sites: [newSite('a.test', { arms: { applied: ['h1', 'h2'], leftOut: {} } })],
      schedule: [],
    })
    const wanted = { campaignId: lease.campaignId, site: 0, metric: 'plt_ms' }
    const add = (arm: Arm, round: number): Promise<unknown> =>
      importSamples(db, lease.campaignId, [
        { site: 0, arm, round, position: 0, place: places++, result: VALID, metrics: [plt(round + 1)] },
      ])
    let places = 0
    const plt = (value: number) => ({ name: 'plt_ms', value, note: null })
    for (let chunk = 0; chunk < 5; chunk += 1) {
      await add('h1', chunk * ROUNDS_PER_CHUNK)
      if (chunk < 2) await add('h2', chunk * ROUNDS_PER_CHUNK)
    }
    const whole = await readSeries(db, wanted)
    assert.deepEqual(
      whole.map(({ arm, values }) => [arm, [...values]]),
      [
        ['h1', [1, 513, 1025, 1537, 2049]],
        ['h2', [1, 513]],
      ],
    )
    for (const pageChunks of [1, 2, 3, 7])
      assert.deepEqual(await readSeries(db, wanted, { pageChunks }), whole)

    let pages = 0
    const disturbed: Database = {
      ...db,
      async query(sql, bindings) {
        const rows = await db.query(sql, bindings)
        pages += 1
        if (pages === 1) await add('h1', 7)
        return rows
      },
    }
    const [h1] = await readSeries(disturbed, wanted, { pageChunks: 2 })
    assert.deepEqual([...(h1?.values ?? [])], [1, 8, 513, 1025, 1537, 2049])
    assert.ok((h1?.revision ?? 0) > (whole[0]?.revision ?? 0))
  },
)

withEveryDatabase('a revision is another one after every change of the values', async (db) => {
  const lease = await heldCampaign(db, {
    sites: [newSite('a.test', { arms: { applied: ['h2'], leftOut: {} } })],
  })
  const campaignId = lease.campaignId
  const revision = async (): Promise<number | undefined> =>
    (await seriesHeads(db, { campaignId, site: 0, metric: 'plt_ms' }))[0]?.revision
  const seen = new Set([await revision()])
  const isNew = async (): Promise<boolean> => {
    const now = await revision()
    return now !== undefined && !seen.has(now) && seen.add(now) !== undefined
  }
  const plt = (to: number | null) => [{ name: 'plt_ms', value: to, note: null }]
  const sampleId = await record(db, lease, { metrics: plt(5) })
  assert.ok(await isNew(), 'a first value')
  await record(db, lease, { metrics: plt(7) })
  assert.ok(await isNew(), 'a second value')
  await replaceMetrics(db, campaignId, [{ sampleId, metrics: plt(6) }])
  assert.ok(await isNew(), 'another value')
  await replaceMetrics(db, campaignId, [{ sampleId, metrics: plt(6) }])
  assert.ok(!(await isNew()), 'the same value')
  await replaceMetrics(db, campaignId, [{ sampleId, metrics: plt(null) }])
  assert.ok(await isNew(), 'no value any more')
  await replaceMetrics(db, campaignId, [{ sampleId, metrics: plt(6) }])
  assert.ok(await isNew(), 'the value before: the series are equal, but were not in between')
})

withEveryDatabase('warm-ups, discoveries, and what is invalid or failed are in no series', async (db) => {
  const lease = await heldCampaign(db)
  const plt = [{ name: 'plt_ms', value: 5, note: null }]
  await record(db, lease, { sample: { role: 'warmup', site: 0, arm: 'h1', round: 0 }, metrics: plt })
  await record(db, lease, { sample: { role: 'discovery', site: 0, arm: 'h2', round: 0 }, metrics: plt })
  await record(db, lease, { result: NOTHING_KNOWN, metrics: plt })
  const verdict = { state: 'invalid', reason: 'machine_busy', detail: null } as const
  await record(db, lease, { result: { ...VALID, verdict }, metrics: plt })
  assert.deepEqual(await seriesHeads(db), [])
  await record(db, lease, { metrics: plt })
  assert.equal((await seriesHeads(db)).length, 1)
})

withEveryDatabase('series that were lost or are wrong are made anew from the samples', async (db) => {
  const { id } = await createCampaign(db, newCampaign({ schedule: [] }))
  const rounds = [0, 1, ROUNDS_PER_CHUNK - 1, ROUNDS_PER_CHUNK, 3 * ROUNDS_PER_CHUNK]
  const samples = SITES.flatMap((site) =>
    rounds.map((at, index) => ({
      site,
      arm: 'h2' as const,
      round: at,
      place: site * rounds.length + index,
      position: 0,
      result: VALID,
      metrics: NAMES.map((name, of) => ({ name, value: at + of, note: null })),
    })),
  )
  await importSamples(db, id, samples)
  await db.query('DELETE FROM series_chunks WHERE chunk = 0 AND site = 0')
  await db.query("UPDATE series_chunks SET chunk = 9 WHERE metric = 'plt_ms' AND chunk = 0 AND site = 1")
  await db.query('UPDATE series SET n = 1')
  const wrong = packChunk([{ round: 0, value: 1e9 }])
  await db.query('UPDATE series_chunks SET n = 1, packed_rounds = ?, packed_values = ? WHERE chunk = 1', [
    wrong.rounds,
    wrong.values,
  ])
  await assert.rejects(expectExact(db, id))
  await rebuildSeries(db, id)
  await expectExact(db, id)
})

test('a chunk gives back every number bit by bit, and rounds in their order', () => {
  const values = [0, 5e-324, 0.1 + 0.2, 1.7976931348623157e308, 2 ** 53 + 2]
  const points = values.map((of, index) => ({ round: 2 ** 32 - 1 - index, value: of }))
  const back = unpackChunks([packChunk([{ round: 0, value: 3 }]), packChunk(points)])
  assert.deepEqual([...back.rounds], [0, ...points.map((point) => point.round).reverse()])
  assert.deepEqual([...back.values], [3, ...values.toReversed()])
  const { rounds, values: bytes } = packChunk([{ round: 258, value: 1.5 }])
  assert.deepEqual([...rounds, ...bytes], [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f])
  assert.deepEqual(unpackChunks([]), { rounds: new Uint32Array(0), values: new Float64Array(0) })
})
