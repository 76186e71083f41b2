import type { TreeNode, TreeQuestion } from './grow-tree.ts'

/** A node of a tree in a table, after the node above it. */
interface TreeRow<Outcome extends string> extends Pick<TreeNode<Outcome>, 'n' | 'counts' | 'outcome'> {
  /** Questions above it. */
  readonly depth: number
  /** Question that had to be answered last to come here; null at the root. */
  readonly after: { readonly question: TreeQuestion; readonly answer: 'yes' | 'no' } | null
  /** Question that is asked here; null at a leaf. */
  readonly question: TreeQuestion | null
}

/** The nodes of a tree from the root down, always the answer yes first. */
export function treeRows<Outcome extends string>(
  { split, ...node }: TreeNode<Outcome>,
  after: TreeRow<Outcome>['after'] = null,
  depth = 0,
): TreeRow<Outcome>[] {
  const row = { ...node, depth, after, question: split?.question ?? null }
  if (split === null) return [row]
  const below = (answer: 'yes' | 'no'): TreeRow<Outcome>[] =>
    treeRows(split[answer], { question: split.question, answer }, depth + 1)
  return [row, ...below('yes'), ...below('no')]
}
