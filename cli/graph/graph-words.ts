import { depths } from '../../model/graph/depth.ts'
import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GraphNode } from '../../model/graph/node.ts'
import { countText } from '../output/text.ts'

/**
 * `script /1.js`, `script cdn.example.com/1.js`, `computation (script)`.
 * @param pageOrigin left out where a fetch has it; null: all are shown
 */
export function nodeText(node: GraphNode, pageOrigin: string | null): string {
  if (node.kind === 'compute') return `computation (${node.what})`
  const { resourceType, method, origin, path, failure } = node
  const place = origin === pageOrigin ? path : `${origin.replace(/^https:\/\//, '')}${path}`
  const words = [
    resourceType ?? 'fetch',
    method === 'GET' ? null : method,
    place,
    failure ? `(${failure})` : null,
  ]
  return words.filter((word) => word !== null).join(' ')
}

/** `4`, `0 at 3201 B`, `0 at first byte`; with a question mark where it is guessed. */
export function edgeText({ node, guessed, ...edge }: GraphEdge): string {
  const moment =
    edge.when === 'finished' ? '' : edge.when === 'bytes' ? ` at ${edge.bytes} B` : ' at first byte'
  return `${node}${moment}${guessed ? '?' : ''}`
}

/** `5 fetches, 4 computations, depth 5`. */
export function sizeText({ nodes }: Pick<Graph, 'nodes'>): string {
  const fetches = nodes.filter(({ kind }) => kind === 'fetch').length
  return [
    countText(fetches, 'fetch', 'fetches'),
    countText(nodes.length - fetches, 'computation'),
    `depth ${depthOf({ nodes })}`,
  ].join(', ')
}

export function depthOf({ nodes }: Pick<Graph, 'nodes'>): number {
  return depths(nodes).reduce((most, depth) => Math.max(most, depth), 0)
}
