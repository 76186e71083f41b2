import type { GraphNode } from '../../../model/graph/node.ts'
import { isReplayed } from './replayed-node.ts'

/** Ids of the requests that lead to the page's document: its redirects in their order, and itself. */
export function mainDocument(nodes: readonly GraphNode[]): number[] {
  const first = nodes.find(isReplayed)
  if (first === undefined) return []
  const chain = [first.id]
  for (const { id, after } of nodes)
    if (after.some(({ node, why }) => why === 'redirect' && node === chain.at(-1))) chain.push(id)
  return chain
}
