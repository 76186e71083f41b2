import { CLOCK_MS } from './clock.ts'
import type { GraphEdge } from './edge.ts'
import type { Graph } from './graph.ts'
import type { GraphCompute, GraphFetch, GraphNode } from './node.ts'

/** The part of an edge that says when it is due. */
export type TimedEdge = Pick<GraphEdge, 'node' | 'waitMs'> &
  (
    | { readonly when: 'finished' }
    | { readonly when: 'first byte' }
    | { readonly when: 'bytes'; readonly bytes: number }
  )

/** The part of a node that says when it began and ended, in whichever load. */
export type TimedNode = { readonly after: readonly TimedEdge[] } & (
  | Pick<GraphFetch, 'kind' | 'startedMs' | 'firstByteMs' | 'finishedMs' | 'bytes'>
  | Pick<GraphCompute, 'kind' | 'startedMs' | 'ms'>
)

interface PathStep<Node extends TimedNode = GraphNode> {
  readonly node: Node
  readonly startMs: number
  /** Time from its start to the moment that the next step waited for. */
  readonly ms: number
  /** The next step, or the load event, waited for this; the time from then to its start is `waitMs`. */
  readonly edge: TimedEdge
}

/** Milliseconds of the critical path by what they were spent on. */
export interface PathShares {
  /** The whole: from the navigation's start to the load event, or to the last end where that is unknown. */
  readonly totalMs: number
  readonly networkMs: number
  readonly computeMs: number
  /** Time between the end of one step and the start of the next, and before the first. */
  readonly waitMs: number
}

interface CriticalPath<Node extends TimedNode = GraphNode> extends PathShares {
  readonly steps: readonly PathStep<Node>[]
}

/**
 * The steps that decided when the load event came, in their order: of each node the edge that was due last. A graph whose
 * nodes wait for each other has none.
 */
export function criticalPath<Node extends TimedNode>({
  nodes,
  load,
}: {
  readonly nodes: readonly Node[]
  readonly load: Pick<Graph['load'], 'atMs'> & { readonly after: readonly TimedEdge[] }
}): CriticalPath<Node> {
  const totalMs = load.atMs ?? load.after.reduce((most, edge) => Math.max(most, dueMs(edge, nodes)), 0)
  const steps: PathStep<Node>[] = []
  let edge: TimedEdge | null = lastDue(load.after, nodes)
  let untilMs = load.atMs === null || edge === null ? totalMs : totalMs - edge.waitMs
  // A circle in the graph must not keep this going for ever.
  while (edge !== null && steps.length < nodes.length) {
    const node = nodes[edge.node]
    if (node === undefined) break
    steps.push({ node, startMs: node.startedMs, ms: Math.max(0, untilMs - node.startedMs), edge })
    edge = lastDue(inTime(node, nodes), nodes)
    untilMs = node.startedMs - (edge?.waitMs ?? 0)
  }
  steps.reverse()
  const sum = (kind: GraphNode['kind']): number =>
    steps.reduce((total, step) => total + (step.node.kind === kind ? step.ms : 0), 0)
  const [networkMs, computeMs] = [sum('fetch'), sum('compute')]
  return { steps, totalMs, networkMs, computeMs, waitMs: Math.max(0, totalMs - networkMs - computeMs) }
}

/** The edges that were due when the node started: the browser's queue lets some go before. All, where none was. */
function inTime({ after, startedMs }: TimedNode, nodes: readonly TimedNode[]): readonly TimedEdge[] {
  const due = after.filter((edge) => dueMs(edge, nodes) <= startedMs + CLOCK_MS)
  return due.length > 0 ? due : after
}

/** The edge that is due last; the first of several. Null: there is none. */
export function lastDue<Edge extends TimedEdge>(
  edges: readonly Edge[],
  nodes: readonly TimedNode[],
): Edge | null {
  let last: Edge | null = null
  let lastMs = Number.NEGATIVE_INFINITY
  for (const edge of edges) {
    const ms = dueMs(edge, nodes)
    if (ms <= lastMs) continue
    last = edge
    lastMs = ms
  }
  return last
}

/** Says when an edge was due in the load that the graph was made from. */
export function dueMs(edge: TimedEdge, nodes: readonly TimedNode[]): number {
  return dueAfter(edge, nodes[edge.node])
}

/** Says when an edge to `parent` was due; where there is no such node, it waits from the load's start. */
export function dueAfter(edge: TimedEdge, parent: TimedNode | undefined): number {
  return momentMs(edge, parent) + edge.waitMs
}

/** Says when that happened which an edge waits for; bytes are taken to have come evenly. */
function momentMs(edge: TimedEdge, parent: TimedNode | undefined): number {
  if (parent === undefined) return 0
  if (parent.kind === 'compute') return parent.startedMs + parent.ms
  const firstMs = parent.firstByteMs ?? parent.startedMs
  const endMs = parent.finishedMs ?? firstMs
  if (edge.when === 'finished') return endMs
  if (edge.when === 'first byte') return firstMs
  const share = parent.bytes === null || parent.bytes === 0 ? 1 : edge.bytes / parent.bytes
  return firstMs + (endMs - firstMs) * share
}
