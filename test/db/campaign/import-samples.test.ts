import assert from 'node:assert/strict'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import { type ImportedSample, importSamples } from '../../../db/campaign/import-samples.ts'
import { measuredSamples } from '../../../db/campaign/sample-metrics.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { seriesHeads } from '../../../db/campaign/series.ts'
import { withEveryDatabase } from '../databases.ts'
import { heldCampaign, NOTHING_KNOWN, newCampaign, record, VALID } from './probing.ts'
import { collect } from './samples.ts'

const SAMPLES: readonly ImportedSample[] = [
  {
    ...{ site: 1, arm: 'h3-altsvc', round: 7, position: 1, place: 11, result: VALID },
    metrics: [
      { name: 'fcp_ms', value: null, note: 'nothing was painted' },
      { name: 'plt_ms', value: 812.25, note: null },
    ],
  },
  { ...{ site: 0, arm: 'h2', round: 0, position: 0, place: 3, result: NOTHING_KNOWN }, metrics: [] },
]

withEveryDatabase('imported samples come back as they were, each with its own metrics', async (db) => {
  const { id } = await createCampaign(db, newCampaign({ schedule: [] }))
  await importSamples(db, id, [])
  await importSamples(db, id, SAMPLES)
  const stored = (await collect(measuredSamples(db, id))).toSorted(
    (a, b) => Number(b.sample.place) - Number(a.sample.place),
  )
  assert.deepEqual(
    stored.map(({ sample: { id: _id, state: _state, reason, detail, attempt, ...sample }, metrics }) => ({
      ...{ sample, metrics, reason, detail, attempt },
    })),
    SAMPLES.map(({ result: { verdict, ...result }, metrics, ...key }) => ({
      ...{ sample: { ...key, role: 'sample', repeatNo: 0, ...result }, metrics, attempt: 1 },
      reason: verdict.state === 'failed' ? verdict.failure : null,
      detail: verdict.state === 'valid' ? null : verdict.detail,
    })),
  )
  assert.deepEqual(await sampleTallies(db, id), [
    { site: 0, arm: 'h2', state: 'failed', reason: 'browser_not_started', samples: 1 },
    { site: 1, arm: 'h3-altsvc', state: 'valid', reason: null, samples: 1 },
  ])
  assert.deepEqual(
    (await seriesHeads(db)).map(({ metric, n }) => [metric, n]),
    [['plt_ms', 1]],
  )
})

withEveryDatabase(
  'a sample that the campaign has already is not imported, nor what came with it',
  async (db) => {
    const lease = await heldCampaign(db)
    await record(db, lease)
    const before = await sampleTallies(db, lease.campaignId)
    const taken = { ...SAMPLES[0], round: 0, arm: 'h1', place: 100 } as ImportedSample
    await assert.rejects(
      importSamples(db, lease.campaignId, [{ ...taken, round: 50, place: 101 }, taken]),
      /unique/i,
    )
    assert.deepEqual(await sampleTallies(db, lease.campaignId), before)
    assert.deepEqual(await seriesHeads(db), [])
  },
)
