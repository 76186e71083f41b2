import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionText } from '../../../stats/tree/question-text.ts'
import { treeRows } from '../../../stats/tree/tree-rows.ts'
import { type VerdictCell, verdictTree } from '../../../stats/tree/verdict-tree.ts'

const CELLS: VerdictCell[] = [20, 100].flatMap((rttMs) =>
  Array.from(
    { length: 20 },
    (): VerdictCell => ({
      factors: { rttMs },
      verdict: rttMs === 20 ? 'no difference shown' : 'faster',
    }),
  ),
)

test('conditions without a verdict are left out and counted', () => {
  const { conditions, leftOut, found } = verdictTree(
    [
      ...CELLS,
      { factors: { rttMs: 5 }, verdict: 'too few rounds' },
      { factors: { rttMs: 5 }, verdict: null },
    ],
    1,
  )
  assert.deepEqual([conditions, leftOut], [40, 2])
  const rows = treeRows((found ?? assert.fail()).tree)
  assert.deepEqual(
    rows.map(({ depth, after, outcome, n }) => [
      depth,
      after && `${questionText(after.question)} ${after.answer}`,
      outcome,
      n,
    ]),
    [
      [0, null, 'faster', 40],
      [1, 'rttMs ≤ 20 yes', 'no difference shown', 20],
      [1, 'rttMs ≤ 20 no', 'faster', 20],
    ],
  )
})

test('of too few conditions with a verdict there is no tree', () => {
  assert.deepEqual(verdictTree(CELLS.slice(0, 29), 1), { conditions: 29, leftOut: 0, found: null })
})
