import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CliError, EXIT } from '../../../cli/exit/exit-codes.ts'
import { blockCount } from '../../../cli/lab/block-count.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'

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
