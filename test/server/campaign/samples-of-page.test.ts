import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteMedians } from '../../../server/campaign/site-medians.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('medians of more sites than are read at once are those of each site', async () => {
  const { db } = bench.context
  const { campaignId } = bench.fixture
  const sites = Array.from({ length: 1_200 }, (_, i) => 1_199 - i)
  const [several, each] = [
    await siteMedians(db, campaignId, ['plt_ms'], sites),
    await siteMedians(db, campaignId, ['plt_ms']),
  ]
  assert.equal(each.size, 3)
  assert.deepEqual(new Map([...several].sort(([a], [b]) => a - b)), each)
})
