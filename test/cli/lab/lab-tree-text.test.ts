import assert from 'node:assert/strict'
import { test } from 'node:test'
import { treeLines } from '../../../cli/lab/lab-effects-text.ts'
import { type VerdictCell, verdictTree } from '../../../stats/tree/verdict-tree.ts'

const cells = (each: number): VerdictCell[] =>
  [0, 0.02].flatMap((lossFraction) =>
    Array.from(
      { length: each },
      (): VerdictCell => ({
        factors: { lossFraction },
        verdict: lossFraction === 0 ? 'faster' : 'slower',
      }),
    ),
  )

test('a tree has a line for each node, and says how often it is right', () => {
  assert.deepEqual(treeLines(verdictTree([...cells(20), { factors: {}, verdict: null }], 1)), [
    'decision tree of 40 cells with a verdict; 1 without a verdict left out',
    'all → faster (n = 40: faster 20, slower 20)',
    '· lossFraction ≤ 0: yes → faster (n = 20)',
    '· lossFraction ≤ 0: no → slower (n = 20)',
    'right of 100 % (95 % interval 91 to 100) of the cells that it is not made of (10-fold cross-validation); ' +
      'the most frequent verdict alone of 50 % (95 % interval 35 to 65)',
  ])
})

test('too few cells are an answer', () => {
  assert.deepEqual(treeLines(verdictTree(cells(5), 1)), [
    'decision tree of 10 cells with a verdict',
    'too few: a tree needs 30',
  ])
})
