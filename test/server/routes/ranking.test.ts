import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ranking } from '../../../server/routes/ranking.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('sites are ranked by their gain, the largest first, with a count of each verdict', async () => {
  const answer = await bench.answer('ranking', ranking, {}, { arm: 'h3' })
  const gains = answer.rows.map(({ gain }) => gain)
  assert.deepEqual(
    gains,
    gains.toSorted((a, b) => b - a),
  )
  assert.equal(answer.rows.length, 3)
  const { faster = 0, slower = 0, noDifference = 0, tooFewRounds = 0, n } = answer.summary ?? {}
  assert.equal(faster + slower + noDifference + tooFewRounds, n)
})

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
