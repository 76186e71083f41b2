import assert from 'node:assert/strict'
import fc from 'fast-check'
import { acquireCampaign } from '../../../db/campaign/campaign-leases.ts'
import { changeSite, recordOrigins } from '../../../db/campaign/campaign-sites.ts'
import { recordSample } from '../../../db/campaign/record-sample.ts'
import { claimNextSample } from '../../../db/campaign/sample-claims.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import type { SampleResult } from '../../../db/campaign/samples.ts'
import type { Database } from '../../../db/connection/database.ts'
import { withEveryDatabase } from '../databases.ts'
import { heldCampaign, NOTHING_KNOWN, newSite, record, VALID } from './probing.ts'

/** What the samples themselves say. */
async function counted(db: Database, campaignId: number): Promise<unknown> {
  const rows = await db.query(
    `SELECT site, arm, state, reason, count(*) AS samples FROM samples
     WHERE campaign_id = ? AND role = 'sample' AND state <> 'pending' GROUP BY site, arm, state, reason
     ORDER BY site, arm, state, coalesce(reason, '')`,
    [campaignId],
  )
  return rows.map((row) => ({ ...row, samples: Number(row.samples) }))
}

const RESULTS: readonly SampleResult[] = [
  VALID,
  NOTHING_KNOWN,
  { ...VALID, verdict: { state: 'invalid', reason: 'machine_busy', detail: null } },
  { ...VALID, verdict: { state: 'invalid', reason: 'http_status', detail: 'status 500' } },
]

const SITES = [newSite('a.test'), newSite('b.test'), newSite('c.test')]

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ result: fc.constantFrom(...RESULTS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ site: fc.nat({ max: 2 }), end: fc.constantFrom('settled', 'parked', 'poison') }),
  },
  { weight: 1, arbitrary: fc.record({ drop: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.constant({ kill: true } as const) },
)

withEveryDatabase(
  'the tallies are what the samples that are no longer pending say, whatever became of their sites',
  async (db) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        let lease = await heldCampaign(db, { sites: SITES, rounds: 3 })
        const { campaignId } = lease
        for (const [number, each] of steps.entries()) {
          if ('result' in each) {
            const { sample } = await claimNextSample(db, lease)
            if (sample === null) continue
            await recordSample(db, lease, { sample, result: each.result, metrics: [], artifacts: [] })
          } else if ('end' in each) {
            const end = { state: each.end, detail: null }
            await changeSite(db, lease, { site: each.site, end })
          } else if ('drop' in each) {
            const arms = { applied: ['h1'], leftOut: { h2: 'not there' } } as const
            await recordOrigins(db, lease, { site: each.drop, forcedOrigins: [], arms })
          } else {
            // The next claim of the same sample is its second attempt, and the one after that fails it.
            await claimNextSample(db, lease)
            lease = { campaignId, owner: `run ${number}` }
            assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => true))
          }
        }
        assert.deepEqual(await sampleTallies(db, campaignId), await counted(db, campaignId))
      }),
      { numRuns: 40 },
    )
  },
)

withEveryDatabase('pending samples, warm-ups and discoveries are in no tally', async (db) => {
  const lease = await heldCampaign(db)
  await record(db, lease, { sample: { role: 'warmup', site: 0, arm: 'h1', round: 0 } })
  await record(db, lease, { sample: { role: 'discovery', site: 0, arm: 'h2', round: 0 } })
  assert.deepEqual(await sampleTallies(db, lease.campaignId), [])
})

withEveryDatabase('the tallies of one site are those of the campaign that are its', async (db) => {
  const lease = await heldCampaign(db)
  for (let n = 0; n < 8; n += 1) await record(db, lease)
  const all = await sampleTallies(db, lease.campaignId)
  assert.equal(all.length, 4)
  assert.deepEqual(all[0], { site: 0, arm: 'h1', state: 'valid', reason: null, samples: 2 })
  const ofSite = all.filter(({ site }) => site === 1)
  assert.deepEqual(await sampleTallies(db, lease.campaignId, 1), ofSite)
})
