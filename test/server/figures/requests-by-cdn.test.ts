import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAIN_HANDLERS } from '../../../server/routes/plain-figure.ts'
import { handlerBench } from '../handler-bench.ts'

const { requestsByCdn } = PLAIN_HANDLERS

test('requests are medians over the sites of a CDN, an arm each', async () => {
  await using bench = await handlerBench()
  const { campaignId } = bench.fixture
  const { rows } = await bench.answer('requestsByCdn', requestsByCdn, { id: String(campaignId) })
  const sites = await bench.writer.query(
    `SELECT pages.site, surveyed.cdn FROM campaign_sites AS pages JOIN campaigns ON campaigns.id = pages.campaign_id
     LEFT JOIN survey_sites AS surveyed ON surveyed.survey_id = campaigns.survey_id AND surveyed.domain = pages.domain
     WHERE campaigns.id = ?`,
    [campaignId],
  )
  const expected = [...Map.groupBy(sites, ({ cdn }) => cdn)].map(([cdn, ofCdn]) => [cdn, ofCdn.length]).sort()
  assert.ok(sites.length > 2)
  for (const arm of ['h1', 'h2', 'h3'])
    assert.deepEqual(rows.flatMap((row) => (row.arm === arm ? [[row.cdn, row.sites]] : [])).sort(), expected)
  assert.ok(rows.every(({ requests }) => requests !== null && requests > 0))
  await assert.rejects(bench.answer('requestsByCdn', requestsByCdn, { id: '999' }), { code: 'not_found' })
})
