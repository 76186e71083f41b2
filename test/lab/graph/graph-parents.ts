import type { Graph } from '../../../model/graph/graph.ts'
import type { GraphFetch, GraphNode } from '../../../model/graph/node.ts'

export const urlOf = ({ origin, path }: GraphFetch): string => `${origin}${path}`

export function fetchesOf({ nodes }: Graph): GraphFetch[] {
  return nodes.filter((node) => node.kind === 'fetch')
}

/** The fetches that a node waits for, through computations. */
export function parentsOf(node: GraphNode, { nodes }: Graph): GraphFetch[] {
  return node.after.flatMap(({ node: id }) => {
    const parent = nodes[id]
    if (parent === undefined) return []
    return parent.kind === 'fetch' ? [parent] : parentsOf(parent, { nodes } as Graph)
  })
}

/** Of each fetch, by its URL, those that it waits for. */
export function parentUrls(graph: Graph): Record<string, string[]> {
  return Object.fromEntries(fetchesOf(graph).map((node) => [urlOf(node), parentsOf(node, graph).map(urlOf)]))
}
