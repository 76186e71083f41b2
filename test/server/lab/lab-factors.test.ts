import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabCellRow } from '../../../db/lab/lab-cells.ts'
import { cellsWith, factorLevels, levelValues, valueIn } from '../../../server/lab/lab-factors.ts'

const CELLS = [
  { rttMs: 100, page: 'b' },
  { rttMs: 20, page: 'a' },
  { rttMs: 20, page: 'b', loss: true },
].map((factors, cell) => ({ cell, factors }) as unknown as LabCellRow)

test('factors and their levels are in order, numbers by their size', () => {
  assert.deepEqual(factorLevels(CELLS), [
    { name: 'loss', values: [true] },
    { name: 'page', values: ['a', 'b'] },
    { name: 'rttMs', values: [20, 100] },
  ])
})

test('cells are chosen by the levels of factors as text', () => {
  const { cells, fixed } = cellsWith(CELLS, { rttMs: '20', page: 'b' })
  assert.deepEqual([cells.map(({ cell }) => cell), fixed], [[2], { rttMs: 20, page: 'b' }])
})

test('an unknown factor is refused with those that there are, an unknown level without', () => {
  assert.throws(() => levelValues(CELLS, 'weather'), /it has: loss, page, rttMs/)
  assert.throws(() => levelValues([], 'weather'), /it has none/)
  assert.throws(() => cellsWith(CELLS, { rttMs: '21' }), { code: 'bad_request' })
})

test('a factor by the name of something that every object has is not there', () => {
  assert.equal(valueIn({ a: 1 }, 'toString'), undefined)
})
