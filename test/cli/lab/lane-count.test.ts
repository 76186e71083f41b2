import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CliError, EXIT } from '../../../cli/exit/exit-codes.ts'
import { blockCount, busyLimitOf, laneCount } from '../../../cli/lab/lane-count.ts'
import type { PlannedCell } from '../../../lab/plan/plan.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'

const cells = (page: string, count: number, skip: string | null = null): PlannedCell[] =>
  Array.from({ length: count }, () => ({ page, skip }) as PlannedCell)

const lanes = (of: PlannedCell[], cores: number, visitsOfCell = 1): number =>
  laneCount({ cells: of }, { visitsOfCell, cores })

test('browsers have the machine for themselves, graphs get five lanes a core', () => {
  assert.equal(lanes(cells('modern', 50), 2), 1)
  assert.equal(lanes(cells('graph:modern', 50), 2), 10)
  assert.equal(lanes(cells('graph:modern', 50), 64), 16)
})

test('there are no more lanes than parts of the cells that are measured', () => {
  const few = [...cells('graph:modern', 3), ...cells('graph:depth-5', 9, 'off')]
  assert.equal(lanes(few, 2), 3)
  assert.equal(lanes(few, 2, 3), 9)
  assert.equal(lanes(few, 2, 4), 10)
})

const GRAPHS = { 'graph:one.json': 'a', 'graph:shop': ['a', 'b', 'c'], 'graph:news': ['a', 'b'] }

test('where nothing is asked for there is a block for ten rounds, and for each graph of a page', () => {
  assert.deepEqual(
    [1, 10, 11, 100].map((rounds) => blockCount({ rounds }, {})),
    [1, 1, 2, 10],
  )
  assert.deepEqual(
    [3, 20, 31, 100].map((rounds) => blockCount({ rounds }, GRAPHS)),
    [3, 3, 4, 10],
  )
})

for (const factor of ['visit: [cold, resumed]', 'chainBytes: [1000, 4000]', 'addresses: [each, one]'])
  test(`where cells differ in ${factor} each round is a block, so that it goes through all of them`, () => {
    const { cells } = parsePlan(
      `title: x\narms: [h2, h3]\nrounds: 20\nheld: {page: empty}\nfactors: {${factor}}\n`,
      'x',
    )
    assert.equal(blockCount({ rounds: 20, cells }, {}), 20)
    assert.equal(blockCount({ rounds: 20, cells: cells.slice(1) }, {}), 2)
  })

test('conditions of a link are not compared within rounds', () => {
  const { cells } = parsePlan(
    'title: x\narms: [h2]\nrounds: 20\nheld: {page: empty}\nfactors: {rttMs: [20, 100]}\n',
    'x',
  )
  assert.equal(blockCount({ rounds: 20, cells }, {}), 2)
})

test('blocks that are asked for are as they are, but no more than rounds and no fewer than graphs of a page', () => {
  assert.deepEqual([blockCount({ rounds: 20 }, {}, 1), blockCount({ rounds: 20 }, GRAPHS, 20)], [1, 20])
  const refused = (rounds: number, asked?: number): unknown => {
    try {
      return blockCount({ rounds }, GRAPHS, asked)
    } catch (error) {
      assert.ok(error instanceof CliError)
      assert.equal(error.exitCode, EXIT.usage)
      return error.message
    }
  }
  assert.equal(refused(20, 21), '--blocks 21: there are no more than the 20 rounds')
  assert.equal(refused(20, 2), '--blocks 2: graph:shop has 3 graphs, and each needs a block of rounds')
  assert.equal(refused(2), '--rounds 2: graph:shop has 3 graphs, and each needs a block of rounds')
})

const plan = (page: string): { cells: PlannedCell[] } => ({ cells: [{ page, skip: null } as PlannedCell] })

test('graphs may be loaded beside more other work than browsers', () => {
  assert.equal(busyLimitOf(plan('modern'), false), 0.5)
  assert.equal(busyLimitOf(plan('recording:/shop'), false), 0.5)
  assert.equal(busyLimitOf(plan('graph:modern'), false), 0.7)
})

test('no load of a graph is left out where it runs before all others', () => {
  assert.equal(busyLimitOf(plan('graph:modern'), true), 1)
})
