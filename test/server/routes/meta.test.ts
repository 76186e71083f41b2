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

test('recorded data says so on every page', async () => {
  const reply = await meta({ ...bench.context, recorded: true })
  assert.ok('answer' in reply)
  assert.match(reply.answer.notice ?? '', /^A recorded demonstration\./)
})
