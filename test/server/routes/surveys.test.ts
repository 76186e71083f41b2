import assert from 'node:assert/strict'
import { test } from 'node:test'
import { surveySites } from '../../../server/routes/surveys.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const params = (): { id: string } => ({ id: String(bench.fixture.surveyId) })

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
