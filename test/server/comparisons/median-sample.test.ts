import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import { MedianSamples } from '../../../server/comparisons/median-sample.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('a median is found once while its series stay, and anew when one of their values has changed', async () => {
  const { campaignId } = bench.fixture
  const medians = new MedianSamples(bench.context.db)
  const page = { campaignId, site: 2 }
  const first = await medians.of(page, 'h1')
  assert.ok(first !== null && first.n > 2)
  assert.equal(await medians.of(page, 'h1'), first)
  const metrics = [{ name: first.metric, value: 1e6, note: null }]
  await replaceMetrics(bench.writer, campaignId, [{ sampleId: first.sample.id, metrics }])
  const second = await medians.of(page, 'h1')
  assert.ok(second !== null)
  assert.deepEqual([second.metric, second.n], [first.metric, first.n])
  assert.notEqual(second.sample.id, first.sample.id)
  assert.ok(second.value >= first.value)
})
