import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LabTree } from '../../../server/contract/contract.ts'
import { labTree, labTreeCsv } from '../../../server/routes/lab-tree.ts'
import { type HandlerBench, handlerBench } from '../handler-bench.ts'

let bench: HandlerBench

before(async () => {
  bench = await handlerBench()
})
after(() => bench[Symbol.asyncDispose]())

const run = (): { id: string } => ({ id: String(bench.fixture.labRunId) })

test('of too few conditions there is no tree, and how many there are is told', async () => {
  const answer = await bench.answer('labTree', labTree, run())
  assert.deepEqual(
    [answer.arm, answer.conditions, answer.leftOut, answer.needed, answer.nodes, answer.accuracy],
    ['h2', 4, 1, 30, [], null],
  )
  assert.deepEqual(labTreeCsv(answer).rows, [])
  const fixed = await bench.answer('labTree', labTree, run(), { 'fixed.rttMs': '20' })
  assert.equal(fixed.conditions, 2)
  await assert.rejects(bench.answer('labTree', labTree, { id: '99' }), { code: 'not_found' })
})

test('CSV has a line for each node, with what was asked before it', () => {
  const share = { share: 0.8, low: 0.7, high: 0.9 }
  const nodes: LabTree['nodes'] = [
    {
      ...{ depth: 0, after: null, isLeaf: false, n: 40, verdict: 'faster' },
      counts: [
        { verdict: 'faster', n: 30 },
        { verdict: 'slower', n: 10 },
      ],
    },
    {
      depth: 1,
      after: { question: { factor: 'rttMs', atMost: 20, equals: null }, answer: 'yes' },
      ...{ isLeaf: true, n: 10, verdict: 'slower', counts: [{ verdict: 'slower', n: 10 }] },
    },
    {
      depth: 1,
      after: { question: { factor: 'page', atMost: null, equals: 'modern' }, answer: 'no' },
      ...{ isLeaf: true, n: 30, verdict: 'faster', counts: [{ verdict: 'faster', n: 30 }] },
    },
  ]
  const { heading, rows } = labTreeCsv({
    ...{ labRunId: 1, metric: 'plt_ms', arm: 'h2', baseline: 'h1', fixed: {}, pending: 0, conditions: 40 },
    ...{ leftOut: 0, needed: 30, folds: 10, accuracy: share, withoutTree: share, nodes },
  })
  const cell = (name: string) => rows.map((row) => row[heading.indexOf(name)])
  assert.deepEqual(cell('question'), [null, 'rttMs ≤ 20', 'page = modern'])
  assert.deepEqual(cell('answer'), [null, 'yes', 'no'])
  assert.deepEqual(
    [cell('faster'), cell('slower')],
    [
      [30, 0, 30],
      [10, 10, 0],
    ],
  )
})
