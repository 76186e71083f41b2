import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyCells } from '../../../cli/lab/only-cells.ts'
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
