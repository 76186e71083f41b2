import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { adoption, adoptionCsv } from '../../../server/routes/adoption.ts'
import { adoptionTrend, adoptionTrendCsv } from '../../../server/routes/adoption-trend.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('adoption counts sites in all and among those reachable, by the facts of the survey', async () => {
  const { surveyId, facts } = bench.fixture
  const answer = await bench.answer('adoption', adoption, { id: String(surveyId) })
  assert.deepEqual([answer.n, answer.reachable], [30, 24])
  const h2 = answer.rows.find(({ row }) => row === 'h2')
  assert.equal(h2?.count, facts.filter((site) => site.facts.h2 === true).length)
  assert.equal(h2?.unknown, facts.filter((site) => site.facts.h2 === null).length)
  const { heading, rows } = adoptionCsv(answer)
  assert.deepEqual(heading.slice(0, 5), ['survey_id', 'vantage', 'group', 'name', 'sites'])
  assert.equal(rows.length % answer.rows.length, 0)
})

test('a survey that is not there has no adoption', async () => {
  await assert.rejects(bench.answer('adoption', adoption, { id: '99' }), { code: 'not_found' })
})

test('the trend has a point for each finished survey', async () => {
  const trend = await bench.answer('adoptionTrend', adoptionTrend)
  assert.deepEqual(
    trend.points.map(({ surveyId, n }) => [surveyId, n]),
    [[bench.fixture.surveyId, 30]],
  )
  const { heading, rows } = adoptionTrendCsv(trend)
  assert.deepEqual(heading.slice(0, 3), ['survey_id', 'finished_at', 'vantage'])
  assert.equal(rows.length, trend.points[0]?.rows.length)
})
