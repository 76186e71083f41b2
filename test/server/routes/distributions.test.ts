import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cdf, phases, protocols, series } from '../../../server/routes/distributions.ts'
import { near, quantile, valuesOf } from '../app/expected.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

const site = (): { id: string; site: string } => ({ id: String(bench.fixture.campaignId), site: '1' })

test('a CDF has the quantiles of the valid values of each arm', async () => {
  const answer = await bench.answer('cdf', cdf, site(), { points: '5' })
  assert.deepEqual(answer.p, [0, 0.25, 0.5, 0.75, 1])
  for (const { arm, values } of answer.rows) {
    const expected = valuesOf(bench.fixture.samples, 1, arm, 'plt_ms')
    near(values[2], quantile(expected, 0.5))
    near(values[4], Math.max(...expected))
  }
})

test('a phase that no request had is null with n 0, others have mean and median', async () => {
  const answer = await bench.answer('phases', phases, site())
  const h1 = answer.rows.filter(({ arm }) => arm === 'h1')
  assert.deepEqual(
    h1.find(({ phase }) => phase === 'ssl'),
    { arm: 'h1', phase: 'ssl', n: 0, meanMs: null, medianMs: null },
  )
  near(
    h1.find(({ phase }) => phase === 'wait')?.medianMs,
    quantile(valuesOf(bench.fixture.samples, 1, 'h1', 'phase_ms.wait'), 0.5),
  )
})

test('shares of protocols are those of the samples', async () => {
  const answer = await bench.answer('protocols', protocols, site())
  assert.deepEqual(
    [...Map.groupBy(answer.rows, ({ arm }) => arm)].map(([arm, shares]) => [
      arm,
      ...shares.map(({ meanShare }) => meanShare),
    ]),
    [
      ['h1', 1, 0.25, 0],
      ['h2', 0, 1, 0],
      ['h3', 0, 0.25, 0.75],
    ],
  )
})

test('a series continues where the part before ended', async () => {
  const first = await bench.answer('series', series, site(), { rounds: '4' })
  assert.equal(first.nextRound, 4)
  const last = await bench.answer('series', series, site(), { from: '8', rounds: '500' })
  assert.deepEqual([last.rows.length, last.nextRound], [4 * 3, null])
})
