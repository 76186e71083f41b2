import { criticalPath, type PathShares } from '../../model/graph/critical-path.ts'
import { depths } from '../../model/graph/depth.ts'
import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph, GraphSource } from '../../model/graph/graph.ts'
import { depthOf, nodeText } from './graph-words.ts'

/** Shape that `graph show --format json` prints. */
export interface GraphSummary {
  readonly pageUrl: string
  readonly madeFrom: GraphSource
  readonly fetches: number
  readonly computations: number
  readonly hosts: number
  /** Sum of all response bodies whose size is known; null where none is. */
  readonly bytes: number | null
  /** Fetches whose body has no known size. */
  readonly unknownSizes: number
  readonly edges: number
  readonly guessedEdges: number
  readonly depth: number
  /** Is null where the source did not say. */
  readonly loadMs: number | null
  readonly criticalPath: PathShares & {
    readonly steps: readonly { readonly node: number; readonly startMs: number; readonly ms: number }[]
  }
  readonly nodes: readonly {
    readonly id: number
    readonly what: string
    readonly depth: number
    readonly startMs: number
    readonly after: readonly GraphEdge[]
  }[]
}

export function graphSummary(graph: Graph): GraphSummary {
  const { nodes, load, pageUrl, madeFrom } = graph
  const fetches = nodes.filter((node) => node.kind === 'fetch')
  const edges = [...nodes.flatMap(({ after }) => after), ...load.after]
  const { steps, ...shares } = criticalPath(graph)
  const depth = depths(nodes)
  const sizes = fetches.flatMap(({ bytes }) => bytes ?? [])
  return {
    pageUrl,
    madeFrom,
    fetches: fetches.length,
    computations: nodes.length - fetches.length,
    hosts: new Set(fetches.map(({ origin }) => origin)).size,
    bytes: sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0),
    unknownSizes: fetches.length - sizes.length,
    edges: edges.length,
    guessedEdges: edges.filter(({ guessed }) => guessed).length,
    depth: depthOf(graph),
    loadMs: load.atMs,
    criticalPath: {
      ...shares,
      steps: steps.map(({ node, startMs, ms }) => ({ node: node.id, startMs, ms })),
    },
    nodes: nodes.map((node) => ({
      id: node.id,
      what: nodeText(node, null),
      depth: depth[node.id] ?? 0,
      startMs: node.startedMs,
      after: node.after,
    })),
  }
}
