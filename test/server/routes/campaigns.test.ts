import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { campaign, campaigns } from '../../../server/routes/campaigns.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('campaigns stand newest first, those of the lab with their run', async () => {
  const { campaignId, labCampaignId, labRunId } = bench.fixture
  const answer = await bench.answer('campaigns', campaigns)
  assert.deepEqual(
    answer.campaigns.map(({ id, labRunId: run, sites }) => [id, run, sites]),
    [
      [labCampaignId, labRunId, 4],
      [campaignId, null, 3],
    ],
  )
})

test('a campaign has its provenance, without the folders of the machine', async () => {
  const answer = await bench.answer('campaign', campaign, { id: String(bench.fixture.campaignId) })
  assert.deepEqual(answer.browserSwitches.h1, ['--disable-http2', '--user-data-dir=…'])
  assert.deepEqual(
    answer.sitesList.map(({ domain }) => domain),
    ['site1.test', 'site2.test', 'unlisted.test'],
  )
  assert.deepEqual(answer.sitesList[0]?.counts[1], {
    arm: 'h2',
    valid: 10,
    invalid: 2,
    failed: 0,
    repeated: 0,
  })
  await assert.rejects(bench.answer('campaign', campaign, { id: '99' }), { code: 'not_found' })
})
