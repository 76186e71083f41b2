import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ranking } from '../../../server/routes/ranking.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('a site without a round of both arms is counted, not ranked', async () => {
  const answer = await bench.answer('ranking', ranking, {}, { arm: 'http' })
  assert.deepEqual([answer.rows.length, answer.withoutPairs, answer.summary], [0, 3, null])
})

test('a ranking is of one campaign where one is named, which must be there', async () => {
  const campaign = String(bench.fixture.labCampaignId)
  const answer = await bench.answer('ranking', ranking, {}, { campaign })
  assert.ok(answer.rows.every(({ domain }) => domain.endsWith('.lab.test')))
  assert.equal(answer.rows.length, 4)
  await assert.rejects(bench.answer('ranking', ranking, {}, { campaign: '99' }), { code: 'not_found' })
})
