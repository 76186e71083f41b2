import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { survey, surveySites, surveys } from '../../../server/routes/surveys.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

const params = (): { id: string } => ({ id: String(bench.fixture.surveyId) })

test('a survey stands in the list as on its own', async () => {
  const { surveys: all } = await bench.answer('surveys', surveys)
  assert.deepEqual(all, [await bench.answer('survey', survey, params())])
  await assert.rejects(bench.answer('survey', survey, { id: '99' }), { code: 'not_found' })
})

for (const [title, query, domains] of [
  ['largest rank first', { order: 'desc', pageSize: '2' }, ['site30.test', 'site29.test']],
  ['of no known CDN', { cdn: 'none', pageSize: '2' }, ['site1.test', 'site3.test']],
  ['of a CDN in other letters', { cdn: 'Fastly', pageSize: '2' }, ['site2.test', 'site4.test']],
  ['that claim HTTP/3', { protocol: 'h3-claimed', pageSize: '2' }, ['site4.test', 'site8.test']],
  ['by part of the domain', { q: 'SITE29' }, ['site29.test']],
] as const)
  test(`visited sites: ${title}`, async () => {
    const answer = await bench.answer('surveySites', surveySites, params(), query)
    assert.deepEqual(
      answer.rows.map(({ domain }) => domain),
      domains,
    )
  })
