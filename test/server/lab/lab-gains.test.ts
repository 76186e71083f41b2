import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { gainsOver, labComparisons, measuredCells } from '../../../server/lab/lab-gains.ts'
import { opened } from '../../opened.ts'
import { near } from '../app/expected.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('gains of several conditions are one by their geometric mean, without an interval', async () => {
  const cells = measuredCells(await labCells(bench.context.db, bench.fixture.labRunId))
  assert.deepEqual(
    cells.map(({ cell }) => cell),
    [0, 1, 2, 3],
  )
  const compared = await labComparisons(bench.context, cells, 'plt_ms', 'h1')
  const each = cells.map((cell) => gainsOver([compared(cell, 'h2')]))
  const all = gainsOver(cells.map((cell) => compared(cell, 'h2')))
  const product = each.reduce((sum, { gain }) => sum * (gain ?? NaN), 1)
  near(all.gain, product ** (1 / 4))
  assert.deepEqual([all.conditions, all.n, all.gainInterval, all.verdict], [4, 24, null, null])
  assert.ok(each[0]?.gainInterval !== null && each[0]?.verdict !== null)
  assert.equal(all.worst, Math.min(...each.map(({ gain }) => gain ?? NaN)))
})

test('what is being computed is counted as pending, and what is missing not at all', () => {
  const { conditions, pending, gain } = gainsOver(['pending', undefined])
  assert.deepEqual([conditions, pending, gain], [0, 1, null])
})
