import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labCdf } from '../../../server/routes/lab.ts'
import { labGains } from '../../../server/routes/lab-gains.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('a curve is of all loads of the conditions, with n, conditions and band', async () => {
  const { p, rows: arms, conditions } = await bench.answer('labCdf', labCdf, run())
  assert.equal(conditions, 4)
  assert.deepEqual(
    arms.map(({ arm, n, conditions: of }) => [arm, n, of]),
    [
      ['h1', 24, 4],
      ['h2', 24, 4],
      ['h3', 24, 4],
    ],
  )
  const [h1] = arms
  assert.ok(h1 !== undefined && h1.values.length === p.length)
  assert.deepEqual(
    h1.values,
    h1.values.toSorted((a, b) => a - b),
  )
  // sqrt(ln 40 / 48)
  assert.ok(Math.abs((h1.band ?? 0) - 0.2772) < 1e-4)
  assert.equal(h1.zeroShare?.value, 0)
})

test('conditions can be chosen, and their medians are those of the comparison', async () => {
  const { rows: arms, fixed } = await bench.answer('labCdf', labCdf, run(), {
    'fixed.rttMs': '20',
    'fixed.initcwnd': '3',
  })
  const { rows } = await bench.answer('labGains', labGains, run())
  const row = rows.find(({ factors, arm }) => factors.rttMs === 20 && factors.initcwnd === 3 && arm === 'h2')
  assert.deepEqual(fixed, { rttMs: 20, initcwnd: 3 })
  const h2 = arms.find(({ arm }) => arm === 'h2')
  assert.deepEqual([h2?.n, h2?.values[100]], [6, row?.armMedian])
})

test('of a count, how often it is 0 has its interval; without values there is no curve', async () => {
  const { rows: arms } = await bench.answer('labCdf', labCdf, run(), { metric: 'retransmissions' })
  assert.equal(arms[0]?.zeroShare?.value, 1)
  assert.ok((arms[0]?.zeroShare?.low ?? 1) < 1)
  assert.equal(arms[0]?.leftOut, 0)
  const nothing = await bench.answer('labCdf', labCdf, run(), { metric: 'handshakes' })
  assert.deepEqual(
    nothing.rows.map(({ n, leftOut, values, mean, band }) => [n, leftOut, values, mean, band]),
    Array.from({ length: 3 }, () => [0, 24, [], null, null]),
  )
})
