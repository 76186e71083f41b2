import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIVE_METRICS } from '../../../../crawler/metrics/registry.ts'
import { siteTable } from '../../../../crawler/metrics/site-table.ts'
import { recompute, siteObservations } from '../../../../crawler/probe/campaign/stored-samples.ts'
import { encodeArtifacts } from '../../../../crawler/probe/load/artifact-codec.ts'
import { readMetrics } from '../../../../db/campaign/sample-metrics.ts'
import type { Database } from '../../../../db/connection/database.ts'
import { heldCampaign, NOTHING_KNOWN, newSite, record, VALID } from '../../../db/campaign/probing.ts'
import { temporarySqlite } from '../../../db/databases.ts'
import { PAGE, withHar } from '../../metrics/observed.ts'

const OLD = [{ name: 'plt_ms', value: 1, note: 'of an older version' }]

/** A campaign of one site; `rounds` samples, every other of them under h1. */
async function campaignOf(db: Database, rounds: number, artifacts = { ...withHar([{}, {}]), timings: PAGE }) {
  const lease = await heldCampaign(db, { sites: [newSite('a.test')], rounds })
  const stored = await encodeArtifacts(artifacts)
  const ids: number[] = []
  for (let n = 0; n < 2 * rounds - 1; n += 1)
    ids.push(await record(db, lease, { metrics: OLD, artifacts: stored }))
  return { lease, ids, stored }
}

test('recomputed metrics are those of the stored artifacts, in the place of what was there', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  // More samples than are written at once.
  const { lease, ids } = await campaignOf(db, 40)
  const without = await record(db, lease, { result: NOTHING_KNOWN, metrics: OLD })
  let heard = 0
  const computed = await recompute(db, lease.campaignId, { onSample: () => (heard += 1) })
  assert.equal(computed, 79)
  assert.equal(heard, 79)
  for (const id of ids) {
    const metrics = await readMetrics(db, id)
    assert.equal(metrics.length, LIVE_METRICS.length)
    assert.deepEqual(
      metrics.filter(({ name }) => name === 'plt_ms' || name === 'requests'),
      [
        { name: 'plt_ms', value: 812.75, note: null },
        { name: 'requests', value: 2, note: null },
      ],
    )
  }
  assert.deepEqual(await readMetrics(db, without), OLD)
})

test('a recomputation that is stopped says so', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const { lease, ids } = await campaignOf(db, 2)
  await assert.rejects(recompute(db, lease.campaignId, { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
  assert.deepEqual(await readMetrics(db, ids[0] as number), OLD)
})

test('a site is observed by its valid samples alone', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const { lease, stored } = await campaignOf(db, 3)
  await record(db, lease, { sample: { role: 'warmup', site: 0, arm: 'h1', round: 0 }, artifacts: stored })
  const verdict = { state: 'invalid', reason: 'http_status', detail: null } as const
  await record(db, lease, { result: { ...VALID, verdict }, artifacts: stored })
  const observations = await siteObservations(db, lease.campaignId, 0)
  assert.equal(observations.length, 5)
  assert.deepEqual(new Set(observations.map(({ arm }) => arm)), new Set(['h1', 'h2']))
  const table = siteTable(observations)
  assert.equal(table.requests, 2)
  assert.deepEqual(table.pltMs, { h1: 812.75, h2: 812.75 })
  assert.equal(table.hosts[0]?.host, 'a.test')
  assert.deepEqual(await siteObservations(db, lease.campaignId, 1), [])
})
