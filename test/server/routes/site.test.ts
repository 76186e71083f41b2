import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { site } from '../../../server/routes/site.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('a site has its visit, its composition, its field and its campaigns', async () => {
  const { surveyId, campaignId } = bench.fixture
  const answer = await bench.answer('site', site, { domain: 'SITE1.test' })
  assert.deepEqual([answer.survey?.surveyId, answer.survey?.rank], [surveyId, 1])
  assert.ok((answer.survey?.operations.length ?? 0) > 0)
  assert.equal(answer.makeUp?.campaignId, campaignId)
  assert.equal(answer.field?.list, 'K8W3V')
  assert.deepEqual(
    answer.campaigns.map((one) => [one.campaignId, one.armsLeftOut.http]),
    [[campaignId, 'no port 80']],
  )
})

test('a site that was only loaded has no survey, one that was only visited no composition', async () => {
  assert.equal((await bench.answer('site', site, { domain: 'unlisted.test' })).survey, null)
  assert.equal((await bench.answer('site', site, { domain: 'site3.test' })).makeUp, null)
  await assert.rejects(bench.answer('site', site, { domain: 'nowhere.test' }), { code: 'not_found' })
})
