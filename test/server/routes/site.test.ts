import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteComposition } from '../../../server/routes/composition.ts'
import { site } from '../../../server/routes/site.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('a site that was only loaded has no survey, one that was only visited no campaign', async () => {
  assert.equal((await bench.answer('site', site, { domain: 'unlisted.test' })).survey, null)
  assert.equal((await bench.answer('site', site, { domain: 'site3.test' })).campaignId, null)
  await assert.rejects(bench.answer('site', site, { domain: 'nowhere.test' }), { code: 'not_found' })
})

test('a site asked for with a campaign or survey that has it not shows none, with one that is not there nothing', async () => {
  const { surveyId, campaignId, labCampaignId } = bench.fixture
  const ask = (query: Record<string, string>, domain = 'site1.test') =>
    bench.answer('site', site, { domain }, query)
  const [same, none] = [
    await ask({ campaign: String(campaignId), survey: String(surveyId) }),
    await ask({ campaign: String(labCampaignId) }),
  ]
  assert.deepEqual([same.campaignId, same.survey?.surveyId], [campaignId, surveyId])
  assert.deepEqual([none.campaignId, none.campaigns.length], [null, 1])
  assert.equal((await ask({ survey: String(surveyId) }, 'unlisted.test')).survey, null)
  for (const query of [{ campaign: '999' }, { survey: '999' }])
    await assert.rejects(ask(query), { code: 'not_found' })
})

test('what a page is made of is of one arm of one campaign, the baseline where none is asked for', async () => {
  const page = { id: String(bench.fixture.campaignId), site: '0' }
  const ask = (query = {}) => bench.answer('siteComposition', siteComposition, page, query)
  const [first, second] = [await ask(), await ask({ arm: 'h2' })]
  assert.deepEqual([first.arm, first.samples, second.arm, second.samples], ['h1', 12, 'h2', 10])
  assert.deepEqual([first.campaignId, first.site], [bench.fixture.campaignId, 0])
})
