import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heatmap, lines } from '../../../server/routes/lab-charts.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('a heatmap has a cell for each two levels, without a gain where nothing was measured', async () => {
  const answer = await bench.answer('heatmap', heatmap, run(), { x: 'rttMs', y: 'initcwnd' })
  assert.deepEqual(
    answer.rows.map(({ x, y, conditions }) => [x, y, conditions]),
    [
      [20, 3, 1],
      [100, 3, 1],
      [200, 3, 0],
      [20, 10, 1],
      [100, 10, 1],
      [200, 10, 0],
    ],
  )
  assert.equal(answer.rows[2]?.gain, null)
})

for (const [title, query] of [
  ['one factor twice', { x: 'rttMs', y: 'rttMs' }],
  ['a factor that the run does not have', { x: 'rttMs', y: 'weather' }],
  ['a level that never occurs', { x: 'rttMs', y: 'initcwnd', 'fixed.rttMs': '7' }],
] as const)
  test(`a heatmap of ${title} is refused`, async () => {
    await assert.rejects(bench.answer('heatmap', heatmap, run(), query), { code: 'bad_request' })
  })

test('lines pool the conditions of a level; the baseline has medians and no gain', async () => {
  const answer = await bench.answer('lines', lines, run(), { x: 'rttMs' })
  const [h1, h2] = ['h1', 'h2'].map((arm) => answer.rows.find((row) => row.arm === arm))
  assert.deepEqual([answer.rows.length, h1?.x, h1?.conditions, h1?.gain], [9, 20, 2, null])
  assert.ok((h2?.gain ?? 0) > 1)
  const fixed = await bench.answer('lines', lines, run(), { x: 'rttMs', 'fixed.initcwnd': '10' })
  assert.equal(fixed.rows[0]?.conditions, 1)
})
