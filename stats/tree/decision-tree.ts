import { mix32 } from '../rng.ts'
import { type Interval, wilson } from '../tests/wilson.ts'
import { growTree, outcomeBy, type TreeCase, type TreeNode } from './grow-tree.ts'

export interface DecisionTree<Outcome extends string> {
  readonly n: number
  /** Tree of all cases. */
  readonly tree: TreeNode<Outcome>
  /** Parts that the cases were divided into. */
  readonly folds: number
  /**
   * Share of the cases of which the tree of the other parts says what came of them, with Wilson's 95 % interval, which takes
   * cases as independent.
   */
  readonly accuracy: Interval
  /** The same where the most frequent outcome of the other parts is said of every case: what a tree has to be better than. */
  readonly withoutTree: Interval
}

/** Nothing is said of fewer. */
export const MIN_TREE_CASES = 30
const DEPTH = 4
const LEAF_CASES = 5
const FOLDS = 10

/**
 * The tree that best tells outcomes by features, four questions deep at most and five cases to a leaf at least, and how often
 * it is right about cases that it was not made of: ten-fold cross-validation, each part with its share of every outcome.
 * @param seed of the parts: whole number, 0 to 2^32 - 1
 * @returns undefined for fewer than `MIN_TREE_CASES`
 */
export function decisionTree<Outcome extends string>(
  cases: readonly TreeCase<Outcome>[],
  seed: number,
): DecisionTree<Outcome> | undefined {
  if (cases.length < MIN_TREE_CASES) return undefined
  const limits = { depth: DEPTH, leafCases: LEAF_CASES }
  const parts = dealt(cases, seed)
  let [right, rightWithout] = [0, 0]
  for (const [number, part] of parts.entries()) {
    const others = parts.flatMap((each, other) => (other === number ? [] : each))
    const tree = growTree(others, limits)
    right += part.filter(({ features, outcome }) => outcomeBy(tree, features) === outcome).length
    rightWithout += part.filter(({ outcome }) => outcome === tree.outcome).length
  }
  const share = (count: number): Interval => wilson(count, cases.length) as Interval
  return {
    n: cases.length,
    tree: growTree(cases, limits),
    folds: FOLDS,
    accuracy: share(right),
    withoutTree: share(rightWithout),
  }
}

/** Dealt like cards, in random order within each outcome. */
function dealt<Outcome extends string>(
  cases: readonly TreeCase<Outcome>[],
  seed: number,
): TreeCase<Outcome>[][] {
  const parts: TreeCase<Outcome>[][] = Array.from({ length: FOLDS }, () => [])
  const ordered = cases
    .map((each, number) => ({ each, key: mix32(seed, number) }))
    .sort((a, b) => compare(a.each.outcome, b.each.outcome) || a.key - b.key)
  for (const [place, { each }] of ordered.entries()) parts[place % FOLDS]?.push(each)
  return parts
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
