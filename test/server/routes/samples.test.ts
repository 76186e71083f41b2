import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samplePages, samples } from '../../../server/routes/samples.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const site = (): { id: string; site: string } => ({ id: String(bench.fixture.campaignId), site: '0' })

for (const [title, query, total] of [
  ['all', {}, 36],
  ['of one arm', { arm: 'h2' }, 12],
  ['that failed', { state: 'failed' }, 2],
  ['of an arm that does not count', { arm: 'h2', state: 'invalid' }, 2],
  ['that wait', { state: 'pending' }, 0],
] as const)
  test(`samples ${title}: ${total}`, async () => {
    const answer = await bench.answer('samples', samples, site(), query)
    assert.deepEqual([answer.total, answer.rows.length], [total, total])
  })

test('pages of a CSV hold every sample once', async () => {
  const first = await bench.answer('samples', samples, site(), { pageSize: '5' })
  const ids: number[] = []
  const query = { pageSize: 5, format: 'csv' } as const
  const request = { params: { id: first.campaignId, site: 0 }, query }
  for await (const { rows } of samplePages(bench.context, request, first))
    ids.push(...rows.map(({ id }) => id))
  assert.equal(new Set(ids).size, 36)
  assert.equal(ids.length, 36)
})
