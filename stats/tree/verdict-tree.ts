import type { ComparisonVerdict } from '../comparison/compare-arms.ts'
import type { FactorLevel } from '../lab/factor-groups.ts'
import { type DecisionTree, decisionTree } from './decision-tree.ts'

/** Verdict of a comparison that has rounds enough. */
type TreeVerdict = Exclude<ComparisonVerdict, 'too few rounds'>

export interface VerdictCell {
  readonly factors: Readonly<Record<string, FactorLevel>>
  /** Is null where nothing was compared. */
  readonly verdict: ComparisonVerdict | null
}

export interface VerdictTree {
  /** Conditions that the tree is made of: those with a verdict. */
  readonly conditions: number
  /** Conditions without one: too few rounds, or not measured. */
  readonly leftOut: number
  /** Is null for too few conditions for a tree. */
  readonly found: DecisionTree<TreeVerdict> | null
}

/** Finds under which conditions an arm is faster or slower than the baseline: a decision tree of their factors. */
export function verdictTree(cells: readonly VerdictCell[], seed: number): VerdictTree {
  const cases = cells.flatMap(({ factors, verdict }) =>
    verdict === null || verdict === 'too few rounds' ? [] : [{ features: factors, outcome: verdict }],
  )
  return {
    conditions: cases.length,
    leftOut: cells.length - cases.length,
    found: decisionTree<TreeVerdict>(cases, seed) ?? null,
  }
}
