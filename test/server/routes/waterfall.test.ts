import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waterfall, waterfalls } from '../../../server/routes/waterfall.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

const site = (): { id: string; site: string } => ({ id: String(bench.fixture.campaignId), site: '0' })

test('arms with a stored HAR have a waterfall', async () => {
  const { arms } = await bench.answer('waterfalls', waterfalls, site())
  assert.deepEqual(
    arms.map(({ arm, har }) => [arm, har]),
    [
      ['h1', true],
      ['h2', true],
      ['h3', false],
    ],
  )
})

test('entries count from the first navigation, marks from there too', async () => {
  const answer = await bench.answer('waterfall', waterfall, site(), { arm: 'h1' })
  assert.deepEqual(
    answer.entries.map(({ startMs, type, sizeBytes }) => [startMs, type, sizeBytes]),
    [
      [10, 'document', 1_500],
      [40, 'script', 1_500],
    ],
  )
  assert.deepEqual([answer.zero, answer.chosenBy], ['navigation', 'tow_setup_ms'])
  assert.ok((answer.marks.loadMs ?? 0) <= answer.endMs)
})

test('a sample of another site is refused, and an arm without a HAR', async () => {
  const other = bench.fixture.samples.find((one) => one.site === 1)
  const sample = String(other?.id)
  await assert.rejects(bench.answer('waterfall', waterfall, site(), { sample }), { code: 'not_found' })
  await assert.rejects(bench.answer('waterfall', waterfall, site(), { arm: 'h3' }), { code: 'not_found' })
})
