import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { har, sample, samplePages, samples } from '../../../server/routes/samples.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

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

test('a page holds what follows on the page before', async () => {
  const [all, second] = [
    await bench.answer('samples', samples, site()),
    await bench.answer('samples', samples, site(), { page: '2', pageSize: '5' }),
  ]
  assert.deepEqual(second.rows, all.rows.slice(5, 10))
})

test('metrics are added where they are asked for, null where not measured', async () => {
  const answer = await bench.answer('samples', samples, site(), { metrics: 'plt_ms', arm: 'h1' })
  const values = answer.rows.map(({ round, metrics }) => [round, metrics.plt_ms === null])
  assert.deepEqual(
    values.filter(([, isNull]) => isNull),
    [[4, true]],
  )
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

test('a sample has its metrics and artifacts; its HAR is a file', async () => {
  const id = String(bench.fixture.samples.find(({ arm, state }) => arm === 'h1' && state === 'valid')?.id)
  const answer = await bench.answer('sample', sample, { id })
  assert.deepEqual(
    answer.artifacts.map(({ kind }) => kind),
    ['filmstrip', 'har', 'timings'],
  )
  const reply = await har(bench.context, { params: { id: Number(id) }, query: {} })
  assert.ok('file' in reply)
  assert.equal(reply.fileName, `towline-${answer.domain}-h1-sample-${id}-campaign-1-2026-11-21.har`)
  assert.equal(JSON.parse(Buffer.from(reply.file).toString()).log.entries.length, 2)
  await assert.rejects(bench.answer('sample', sample, { id: '99999' }), { code: 'not_found' })
})
