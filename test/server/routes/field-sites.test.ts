import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fieldSites as FIELD_SITES } from '../../../figures/field-sites.ts'
import { figureCsv } from '../../../server/http/figure-csv.ts'
import { fieldSites } from '../../../server/routes/field-sites.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

for (const [title, query, domains] of [
  ['in the order of the list', {}, ['site1.test', 'site2.test', 'site30.test']],
  ['by part of the domain', { q: 'TE3' }, ['site30.test']],
  [
    'the most contributors first',
    { sort: 'contributors', order: 'desc' },
    ['site1.test', 'site30.test', 'site2.test'],
  ],
  ['by a protocol, those without it last', { sort: 'h3' }, ['site30.test', 'site1.test', 'site2.test']],
  ['a page of them', { page: '2', pageSize: '2' }, ['site30.test']],
] as const)
  test(`sites with a published curve: ${title}`, async () => {
    const answer = await bench.answer('fieldSites', fieldSites, {}, query)
    assert.deepEqual(
      answer.rows.map(({ domain }) => domain),
      domains,
    )
  })

test('a table has the medians of each protocol, empty where there is none', async () => {
  const { heading, rows } = figureCsv(FIELD_SITES, await bench.answer('fieldSites', fieldSites))
  assert.equal(rows[1]?.[heading.indexOf('median_ms_h3')], null)
  assert.equal(rows[1]?.[heading.indexOf('frozen_since_h2')], '2026-11-09')
})
