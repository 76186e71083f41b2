import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnCells } from '../../../cli/lab/drawn-cells.ts'

const CELLS = Array.from({ length: 100 }, (_, cell) => cell)

test('cells are drawn by the seed, each at most once, in the order of the plan', () => {
  const drawn = drawnCells(CELLS, 20, 7)
  assert.equal(new Set(drawn).size, 20)
  assert.deepEqual(
    drawn,
    drawn.toSorted((a, b) => a - b),
  )
  assert.deepEqual(drawnCells(CELLS, 20, 7), drawn)
  assert.notDeepEqual(drawnCells(CELLS, 20, 8), drawn)
  assert.ok(drawn.some((cell) => cell >= 50) && drawn.some((cell) => cell < 50))
})

test('of no more than are wanted all are taken', () => {
  assert.deepEqual(drawnCells(CELLS, 100, 1), CELLS)
  assert.deepEqual(drawnCells(CELLS, 101, 1), CELLS)
})
