import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fieldSite, fieldSiteCsv } from '../../../server/routes/field-site.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

test('a site has its published curves in the order of protocols, and each two compared', async () => {
  const answer = await bench.answer('fieldSite', fieldSite, { domain: 'site1.test' })
  assert.deepEqual(
    answer.field.map(({ protocol, contributors }) => [protocol, contributors]),
    [
      ['http/1.1', 24],
      ['h2', 61],
      ['h3', 38],
    ],
  )
  assert.deepEqual(
    answer.gains.map(({ protocol, baseline }) => `${protocol} ${baseline}`),
    ['h2 http/1.1', 'h3 http/1.1', 'h3 h2'],
  )
  assert.deepEqual(answer.notEnough, [])
  assert.equal(answer.live?.campaignId, bench.fixture.campaignId)
  const { heading, rows } = fieldSiteCsv(answer)
  assert.equal(heading.at(-1), 'load_ms')
  const steps = answer.field.reduce((sum, { bins }) => sum + bins.length, 0)
  assert.equal(rows.filter(([, source]) => source === 'field').length, steps)
})

test('a protocol without a curve has not enough data; a site that is not under study is not there', async () => {
  const { notEnough } = await bench.answer('fieldSite', fieldSite, { domain: 'site2.test' })
  assert.deepEqual(notEnough, ['http/1.1', 'h3'])
  await assert.rejects(bench.answer('fieldSite', fieldSite, { domain: 'unlisted.test' }), {
    code: 'not_found',
  })
})
