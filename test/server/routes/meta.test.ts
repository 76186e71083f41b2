import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { meta } from '../../../server/routes/meta.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('the counts are those of the data; its list, dates and newest runs are named', async () => {
  const answer = await bench.answer('meta', meta)
  const { surveyId, campaignId, samples, labSamples } = bench.fixture
  assert.deepEqual([answer.latestSurveyId, answer.latestCampaignId], [surveyId, campaignId])
  assert.equal(answer.counts.samples, samples.length + labSamples.length)
  assert.equal(answer.counts.probedSites, 3)
  assert.equal(answer.lists.length, 1)
})

test('the licence of the data is named, unless the operator grants none', async () => {
  const { license } = await bench.answer('meta', meta)
  assert.deepEqual([license?.id, license?.url], ['CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/'])
  const none = await meta({ ...bench.context, dataLicense: null })
  assert.ok('answer' in none)
  assert.equal(none.answer.license, null)
})

test('recorded data says so on every page', async () => {
  const reply = await meta({ ...bench.context, recorded: true })
  assert.ok('answer' in reply)
  assert.match(reply.answer.notice ?? '', /^A recorded demonstration\./)
})
