import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnCells, onlyCells } from '../../../cli/lab/lab-run.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'

const PLAN = parsePlan(
  'title: x\narms: [h1]\nrounds: 1\nheld: {page: empty}\nfactors: {rttMs: [10, 20, 30], lossFraction: [0, 0.01]}\nalso: [{page: blocking}]\n',
  'mine.yaml',
)

const factorsOf = (only: Record<string, string[]>): string[] =>
  onlyCells(PLAN, only).map(({ factors }) => `${factors.rttMs}, ${factors.lossFraction}`)

test('several levels of a factor take the cells of each, levels of several factors those of all', () => {
  assert.deepEqual(factorsOf({ rttMs: ['10', '30'], lossFraction: ['0'] }), ['10, 0', '30, 0'])
})

test('a level that no cell has is refused, also beside one that some have', () => {
  assert.throws(() => factorsOf({ rttMs: ['10', '40'] }), /no cell of mine has rttMs=40; its factors are/)
})

test('levels that no cell has together are refused', () => {
  assert.throws(
    () => factorsOf({ page: ['blocking'], rttMs: ['10'] }),
    /no cell of mine has page=blocking and rttMs=10 together/,
  )
})

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
