import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { heatmap, heatmapCsv, lines, linesCsv } from '../../../server/routes/lab-charts.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('a heatmap has a cell for each two levels, without a gain where nothing was measured', async () => {
  const answer = await bench.answer('heatmap', heatmap, run(), { x: 'rttMs', y: 'initcwnd' })
  assert.deepEqual(
    [answer.xs, answer.ys],
    [
      [20, 100, 200],
      [3, 10],
    ],
  )
  assert.deepEqual(
    answer.cells.map(({ x, y, conditions }) => [x, y, conditions]),
    [
      [20, 3, 1],
      [100, 3, 1],
      [200, 3, 0],
      [20, 10, 1],
      [100, 10, 1],
      [200, 10, 0],
    ],
  )
  assert.equal(answer.cells[2]?.gain, null)
  assert.equal(heatmapCsv(answer).rows.length, 6)
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
  const [h1, h2] = answer.lines
  assert.deepEqual([h1?.arm, h1?.points[0]?.conditions, h1?.points[0]?.gain], ['h1', 2, null])
  assert.ok((h2?.points[0]?.gain ?? 0) > 1)
  const fixed = await bench.answer('lines', lines, run(), { x: 'rttMs', 'fixed.initcwnd': '10' })
  assert.equal(fixed.lines[0]?.points[0]?.conditions, 1)
  assert.equal(linesCsv(answer).rows.length, 9)
})
