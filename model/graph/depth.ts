import type { GraphNode } from './node.ts'
import { nodesInOrder } from './order.ts'

/**
 * Counts for each node the fetches on its longest way from a node that waits for nothing, itself included: the document has 1,
 * what it names 2. A computation has as many as what it waits for. What only held a fetch back in the browser's queue does not
 * count: it could have been asked for before.
 */
export function depths(nodes: readonly Pick<GraphNode, 'after' | 'kind'>[]): number[] {
  const depth = nodes.map(() => 0)
  for (const id of nodesInOrder(nodes).order) {
    const { after = [], kind } = nodes[id] ?? {}
    const above = after.reduce(
      (most, { node, why }) => (why === 'queue' ? most : Math.max(most, depth[node] ?? 0)),
      0,
    )
    depth[id] = above + (kind === 'fetch' ? 1 : 0)
  }
  return depth
}
