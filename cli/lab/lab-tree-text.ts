import type { Interval } from '../../stats/tests/wilson.ts'
import { MIN_TREE_CASES } from '../../stats/tree/decision-tree.ts'
import { questionText } from '../../stats/tree/question-text.ts'
import { treeRows } from '../../stats/tree/tree-rows.ts'
import type { VerdictTree } from '../../stats/tree/verdict-tree.ts'
import { countText } from '../output/count-text.ts'

/** A decision tree, a line for each node, and how often it is right. */
export function treeLines({ conditions, leftOut, found }: VerdictTree): string[] {
  const without = leftOut === 0 ? '' : `; ${leftOut} without a verdict left out`
  const title = `decision tree of ${countText(conditions, 'cell')} with a verdict${without}`
  if (found === null) return [title, `too few: a tree needs ${MIN_TREE_CASES}`]
  const { tree, folds, accuracy, withoutTree } = found
  return [
    title,
    ...treeRows(tree).map(({ depth, after, outcome, counts, n }) => {
      const asked = after === null ? 'all' : `${questionText(after.question)}: ${after.answer}`
      const others =
        counts.length === 1 ? '' : `: ${counts.map((each) => `${each.outcome} ${each.n}`).join(', ')}`
      return `${'· '.repeat(depth)}${asked} → ${outcome} (n = ${n}${others})`
    }),
    `right of ${shareText(accuracy)} of the cells that it is not made of (${folds}-fold cross-validation); ` +
      `the most frequent verdict alone of ${shareText(withoutTree)}`,
  ]
}

function shareText({ share, low, high }: Interval): string {
  const [whole, from, to] = [share, low, high].map((part) => (100 * part).toFixed(0))
  return `${whole} % (95 % interval ${from} to ${to})`
}
