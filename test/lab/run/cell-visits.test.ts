import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellVisits } from '../../../lab/run/cell-visits.ts'

const CELLS = Array.from({ length: 40 }, (_, cell) => 3 * cell)

test('a block goes through every cell once, and its share of the rounds ends where the next begins', () => {
  const visits = cellVisits(CELLS, { rounds: 7, blocks: 3, seed: 1 })
  assert.equal(visits.length, 3 * CELLS.length)
  for (const [block, [fromRound, untilRound]] of (
    [
      [0, 2],
      [2, 5],
      [5, 7],
    ] as const
  ).entries()) {
    const blockVisits = visits.slice(block * CELLS.length, (block + 1) * CELLS.length)
    assert.deepEqual(
      blockVisits.map(({ cell }) => cell).sort((a, b) => a - b),
      CELLS,
    )
    for (const visit of blockVisits)
      assert.deepEqual([visit.block, visit.fromRound, visit.untilRound], [block, fromRound, untilRound])
  }
})

test('cells of a group come one after the other in every block, in an order of their own', () => {
  const inBlock = (block: number): number[] =>
    cellVisits(CELLS, { rounds: 4, blocks: 4, seed: 1, groupOf: (cell) => cell % 4 })
      .slice(block * CELLS.length, (block + 1) * CELLS.length)
      .map(({ cell }) => cell)
  for (const block of [0, 1, 2, 3]) {
    const groups = inBlock(block).map((cell) => cell % 4)
    assert.equal(groups.filter((group, index) => group !== groups[index - 1]).length, 4)
  }
  assert.notDeepEqual(inBlock(0), inBlock(1))
})

test('the order is random, another one in each block, and the same for the same seed', () => {
  const order = (seed: number, block: number): number[] =>
    cellVisits(CELLS, { rounds: 4, blocks: 2, seed })
      .slice(block * CELLS.length, (block + 1) * CELLS.length)
      .map(({ cell }) => cell)
  assert.deepEqual(order(1, 0), order(1, 0))
  const orders = [CELLS, order(1, 0), order(1, 1), order(2, 0), order(2, 1)]
  assert.equal(new Set(orders.map(String)).size, orders.length)
})

test('over many seeds each of three cells is first equally often', () => {
  const first = [0, 0, 0]
  for (let seed = 0; seed < 3_000; seed += 1) {
    const [visit] = cellVisits([0, 1, 2], { rounds: 1, blocks: 1, seed })
    if (visit !== undefined) first[visit.cell] = (first[visit.cell] ?? 0) + 1
  }
  // Binomial: 1,000 with a standard deviation of 26.
  for (const times of first) assert.ok(Math.abs(times - 1_000) < 4 * 26, String(first))
})

test('blocks that are none, or more than the rounds, are refused', () => {
  for (const blocks of [0, 4, 1.5, Number.NaN])
    assert.throws(() => cellVisits(CELLS, { rounds: 3, blocks, seed: 1 }), RangeError)
  assert.deepEqual(cellVisits([], { rounds: 3, blocks: 3, seed: 1 }), [])
})
