import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { decisionTree, MIN_TREE_CASES } from '../../../stats/tree/decision-tree.ts'
import type { TreeCase } from '../../../stats/tree/grow-tree.ts'

/** HTTP/2 loses by loss with large objects, wins with many, else nothing is shown. */
const RULED: TreeCase<string>[] = [2, 8, 32, 128].flatMap((objects) =>
  [100, 1_000, 10_000, 100_000].flatMap((objectBytes) =>
    [0, 0.005, 0.02].flatMap((lossFraction) =>
      [20, 100, 200].map((rttMs) => ({
        features: { objects, objectBytes, lossFraction, rttMs },
        outcome:
          lossFraction > 0.01 && objectBytes > 5_000 ? 'slower' : objects > 10 ? 'faster' : 'none shown',
      })),
    ),
  ),
)

test('a rule of four questions is found again, and right of cases that the tree was not made of', () => {
  const { n, tree, accuracy, withoutTree } = decisionTree(RULED, 1) ?? assert.fail()
  assert.equal(n, 144)
  assert.ok(tree.split !== null)
  assert.ok(accuracy.share >= 0.9, `${accuracy.share}`)
  // 60 of 144 are the most frequent outcome.
  assert.ok(withoutTree.share <= 60 / 144)
  assert.ok(accuracy.low > withoutTree.high)
})

test('where outcomes have nothing to do with features it is no better than the most frequent one', () => {
  const random = rng(5)
  const cases = RULED.map(({ features }) => ({ features, outcome: random() < 0.5 ? 'faster' : 'slower' }))
  const { accuracy, withoutTree } = decisionTree(cases, 1) ?? assert.fail()
  assert.ok(accuracy.low <= withoutTree.high, `${accuracy.share} against ${withoutTree.share}`)
})

test('one outcome is a leaf, always right', () => {
  const cases = RULED.map(({ features }) => ({ features, outcome: 'faster' }))
  const { tree, accuracy, withoutTree } = decisionTree(cases, 1) ?? assert.fail()
  assert.deepEqual([tree.split, tree.outcome, accuracy.share, withoutTree.share], [null, 'faster', 1, 1])
})

test('of too few cases nothing is said', () => {
  assert.equal(decisionTree(RULED.slice(0, MIN_TREE_CASES - 1), 1), undefined)
  assert.notEqual(decisionTree(RULED.slice(0, MIN_TREE_CASES), 1), undefined)
})

test('the same seed gives the same accuracy', () => {
  assert.deepEqual(decisionTree(RULED, 3), decisionTree(RULED, 3))
})
