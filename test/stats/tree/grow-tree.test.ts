import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FactorLevel } from '../../../stats/lab/factor-groups.ts'
import { growTree, outcomeBy, type TreeCase, type TreeNode } from '../../../stats/tree/grow-tree.ts'

type Case = TreeCase<string>
const ANY = { depth: 4, leafCases: 1 }

/** So many cases of the same. */
function cases(count: number, outcome: string, features: Record<string, FactorLevel>): Case[] {
  return Array.from({ length: count }, () => ({ features, outcome }))
}

function shown({ split, outcome, n }: TreeNode<string>): string {
  if (split === null) return `${outcome} ${n}`
  const { question, yes, no } = split
  const asked =
    'equals' in question
      ? `${question.feature} = ${question.equals}`
      : `${question.feature} ≤ ${question.atMost}`
  return `(${asked} ? ${shown(yes)} : ${shown(no)})`
}

test('it asks for what lowers Gini’s impurity most', () => {
  // Of 8 cases, 4 of each: impurity 0.5. By rttMs both sides are pure; by loss each side is 3 to 1 (0.375).
  const all = [
    ...cases(3, 'slower', { lossFraction: 0, rttMs: 20 }),
    ...cases(1, 'slower', { lossFraction: 0.02, rttMs: 20 }),
    ...cases(1, 'faster', { lossFraction: 0, rttMs: 100 }),
    ...cases(3, 'faster', { lossFraction: 0.02, rttMs: 200 }),
  ]
  assert.equal(shown(growTree(all, ANY)), '(rttMs ≤ 20 ? slower 4 : faster 4)')
})

test('numbers are cut, other levels set apart, and null is a level', () => {
  assert.equal(
    shown(
      growTree(
        [...cases(2, 'a', { page: 'x' }), ...cases(2, 'b', { page: 'y' }), ...cases(2, 'b', { page: 'z' })],
        ANY,
      ),
    ),
    '(page = x ? a 2 : b 4)',
  )
  assert.equal(
    shown(
      growTree(
        [...cases(2, 'a', { streams: null }), ...cases(2, 'b', { streams: 5 }), ...cases(2, 'b', {})],
        ANY,
      ),
    ),
    '(streams = 5 ? b 2 : a 4)',
  )
})

test('it goes no deeper than allowed, and no leaf has fewer cases', () => {
  const all = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((x) => cases(2, x % 2 === 0 ? 'even' : 'odd', { x }))
  const depthOf = ({ split }: TreeNode<string>): number =>
    split === null ? 0 : 1 + Math.max(depthOf(split.yes), depthOf(split.no))
  const smallest = ({ split, n }: TreeNode<string>): number =>
    split === null ? n : Math.min(smallest(split.yes), smallest(split.no))
  assert.equal(depthOf(growTree(all, { depth: 2, leafCases: 1 })), 2)
  assert.ok(smallest(growTree(all, { depth: 4, leafCases: 3 })) >= 3)
  assert.equal(growTree(all, { depth: 0, leafCases: 1 }).split, null)
})

test('a question whose answers say the same is not asked', () => {
  // 9 of 10 and 6 of 10: the impurity falls, and both sides say a.
  const all = [
    ...cases(9, 'a', { x: 1 }),
    ...cases(1, 'b', { x: 1 }),
    ...cases(6, 'a', { x: 2 }),
    ...cases(4, 'b', { x: 2 }),
  ]
  const tree = growTree(all, { depth: 1, leafCases: 1 })
  assert.deepEqual(
    [tree.split, tree.outcome, tree.counts],
    [
      null,
      'a',
      [
        { outcome: 'a', n: 15 },
        { outcome: 'b', n: 5 },
      ],
    ],
  )
})

test('of questions as good as each other the first by name is asked, whatever the order of cases', () => {
  const all = [
    ...cases(2, 'slow', { upMbps: 1, downMbps: 1 }),
    ...cases(2, 'fast', { upMbps: 10, downMbps: 10 }),
  ]
  assert.equal(shown(growTree(all, ANY)), '(downMbps ≤ 1 ? slow 2 : fast 2)')
  assert.equal(shown(growTree(all.toReversed(), ANY)), '(downMbps ≤ 1 ? slow 2 : fast 2)')
})

test('a tree says of a case what its leaf says', () => {
  const tree = growTree(
    [...cases(2, 'a', { x: 1, y: 1 }), ...cases(2, 'b', { x: 1, y: 2 }), ...cases(2, 'c', { x: 2, y: 1 })],
    ANY,
  )
  assert.equal(outcomeBy(tree, { x: 1, y: 1 }), 'a')
  assert.equal(outcomeBy(tree, { x: 1, y: 9 }), 'b')
  assert.equal(outcomeBy(tree, { x: 7, y: 1 }), 'c')
})

test('there is no tree of nothing', () => {
  assert.throws(() => growTree([], ANY), RangeError)
})
