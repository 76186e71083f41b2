import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heatmap } from '../../../server/routes/lab-charts.ts'
import { labGains } from '../../../server/routes/lab-gains.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('each condition has its own gain with n and interval, as a heat map of single conditions has it', async () => {
  const { scale, rows } = await bench.answer('labGains', labGains, run())
  assert.equal(scale, 'ratio')
  assert.deepEqual(
    rows.map(({ cell, arm }) => `${cell} ${arm}`),
    ['0 h2', '0 h3', '1 h2', '1 h3', '2 h2', '2 h3', '3 h2', '3 h3'],
    'the fifth condition was not measured',
  )
  const over = await bench.answer('heatmap', heatmap, run(), { x: 'rttMs', y: 'initcwnd' })
  const [row] = rows
  const square = over.rows.find(({ x, y }) => x === row?.factors.rttMs && y === row.factors.initcwnd)
  assert.ok(square?.gainInterval)
  assert.deepEqual(
    [row?.n, row?.gain, row?.gainInterval, row?.change, row?.difference],
    [6, square.gain, square.gainInterval, 'less', null],
  )
})

test('arms are compared with the baseline that is asked for', async () => {
  const { rows } = await bench.answer('labGains', labGains, run(), { baseline: 'h3' })
  assert.deepEqual([...new Set(rows.map(({ arm }) => arm))], ['h1', 'h2'])
  assert.ok(rows.every(({ gain, change }) => (gain ?? 1) < 1 && change === 'more'))
})

test('a metric with zeros has no ratio: its conditions have differences', async () => {
  const { scale, rows } = await bench.answer('labGains', labGains, run(), { metric: 'retransmissions' })
  assert.equal(scale, 'difference')
  for (const { n, gain, difference, differenceInterval, baselineMedian, change } of rows) {
    assert.deepEqual([n, gain, difference, baselineMedian, change], [6, null, 0, 0, 'no difference shown'])
    assert.deepEqual(differenceInterval, { low: 0, high: 0 })
  }
  // Zero in the baseline alone makes it a difference too.
  const shares = await bench.answer('labGains', labGains, run(), { metric: 'share_h3' })
  const h3 = shares.rows.filter(({ arm }) => arm === 'h3')
  assert.deepEqual([shares.scale, h3[0]?.difference, h3[0]?.change], ['difference', 0.75, 'more'])
})

test('a metric without values has no rows', async () => {
  assert.deepEqual((await bench.answer('labGains', labGains, run(), { metric: 'handshakes' })).rows, [])
  await assert.rejects(bench.answer('labGains', labGains, { id: '99' }), { code: 'not_found' })
})
