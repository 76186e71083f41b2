import assert from 'node:assert/strict'
import { acquireCampaign } from '../../../db/campaign/campaign-leases.ts'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { csvParts } from '../../../db/release/csv-parts.ts'
import { type PublishedRuns, publishedRuns } from '../../../db/release/published-runs.ts'
import { RELEASE_TABLES } from '../../../model/release/release-tables.ts'
import { vantageCampaign } from '../../server/vantage-campaign.ts'
import { heldCampaign, newCampaign, newSite, record } from '../campaign/probing.ts'
import { collect } from '../campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'
import { onOwnPostgres } from '../postgres-server.ts'

const ROUNDS = 2
/** Of a page under two arms, with a metric each. */
const SAMPLES = 2 * ROUNDS
const METRICS = [{ name: 'plt_ms', value: 1, note: null }] as const

const finished = (db: Database, domain: string) => vantageCampaign(db, { domain, gain: 2, rounds: ROUNDS })

/** How many rows of pages, samples and metrics are written. */
async function rowsOf(db: Database, runs: PublishedRuns): Promise<number[]> {
  const rows: number[] = []
  for (const name of ['campaign_sites', 'samples', 'sample_metrics'] as const) {
    const parts = await collect(csvParts(db, name, RELEASE_TABLES[name], runs))
    rows.push(parts.reduce((sum, part) => sum + part.rows, 0))
  }
  return rows
}

withEveryDatabase(
  'what comes while a data set is written is not in it: no metric is without its sample',
  async (db) => {
    const id = await finished(db, 'a.test')
    const runs = await publishedRuns(db)
    assert.deepEqual([runs.campaignIds, runs.leftOut.campaigns], [[id], 0])
    await finished(db, 'late.test')
    await record(db, await heldCampaign(db), { metrics: METRICS })
    assert.deepEqual(await rowsOf(db, runs), [1, SAMPLES, SAMPLES])
  },
)

withEveryDatabase('a campaign under way is left out, and so are its metrics', async (db) => {
  const lease = await heldCampaign(db)
  await record(db, lease, { metrics: METRICS })
  const id = await finished(db, 'a.test')
  const runs = await publishedRuns(db)
  assert.deepEqual([runs.campaignIds, runs.leftOut.campaigns], [[id], 1])
  await record(db, lease, { metrics: METRICS })
  assert.deepEqual(await rowsOf(db, runs), [1, SAMPLES, SAMPLES])
})

onOwnPostgres('a campaign that was numbered first and came later is left out as well', async ({ url }) => {
  await using db = await openDatabase({ url })
  await using other = await openDatabase({ url })
  const read = Promise.withResolvers<PublishedRuns>()
  const { id } = await createCampaign(db, newCampaign({ sites: [newSite('late.test')] }), async () => {
    // Its samples have their numbers, and nobody else sees them yet.
    await finished(other, 'a.test')
    read.resolve(await publishedRuns(other))
  })
  const lease = { campaignId: id, owner: 'late' }
  assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => false))
  await record(db, lease, { metrics: METRICS })
  const runs = await read.promise
  assert.ok(!runs.campaignIds.includes(id) && runs.leftOut.campaigns === 0)
  assert.deepEqual(await rowsOf(db, runs), [1, SAMPLES, SAMPLES])
})
