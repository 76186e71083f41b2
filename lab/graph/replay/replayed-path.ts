import {
  criticalPath,
  dueMs,
  type PathShares,
  type TimedEdge,
  type TimedNode,
} from '../../../model/graph/critical-path.ts'
import { nodesInOrder } from '../../../model/graph/order.ts'
import type { GraphOrder, GraphOrderEdge, GraphOrderNode } from './graph-order.ts'
import type { FetchReport, GraphReport } from './graph-report.ts'

/**
 * Finds what decided when a replayed load was over: its critical path. Fetches are of the network, with their servers' think
 * times; null where the load was not over within its limit.
 */
export function replayedPath(
  { nodes, load, compute }: Pick<GraphOrder, 'nodes' | 'load' | 'compute'>,
  { loadMs, fetches }: Pick<GraphReport, 'loadMs' | 'fetches'>,
): PathShares | null {
  if (loadMs === null) return null
  const reports = new Map(fetches.map((report) => [report.node, report]))
  const timed = nodes.map((node, id) => timedNode(node, reports.get(id), compute))
  // The start of a computation is not reported, but follows: when the last of its edges was due.
  for (const id of nodesInOrder(timed).order) {
    const node = timed[id]
    if (node?.kind !== 'compute' || node.after.length === 0) continue
    timed[id] = { ...node, startedMs: Math.max(...node.after.map((edge) => dueMs(edge, timed))) }
  }
  for (const [id, node] of timed.entries())
    if (node.kind === 'fetch') timed[id] = { ...node, after: edgesThatDecided(id, nodes, timed) }
  return criticalPath({ nodes: timed, load: { atMs: loadMs, after: timedEdges(load, compute) } })
}

/** Returns, where the queue let a fetch go before what holds it back was over, its other edges, and whose end let it. */
function edgesThatDecided(
  id: number,
  nodes: readonly GraphOrderNode[],
  timed: readonly TimedNode[],
): readonly TimedEdge[] {
  const { after = [], startedMs = 0 } = timed[id] ?? {}
  const decided = after.filter(
    (edge, index) => nodes[id]?.after[index]?.isHeld !== true || dueMs(edge, timed) <= startedMs,
  )
  if (decided.length === after.length) return after
  let last: TimedEdge | null = null
  let lastMs = 0
  for (const [node, { work }] of nodes.entries()) {
    if (!('fetch' in work ? work.fetch.isThrottled : work.compute.isScript)) continue
    const endMs = endOf(timed[node])
    if (endMs > startedMs || endMs < lastMs) continue
    last = { node, when: 'finished', waitMs: 0 }
    lastMs = endMs
  }
  return last === null ? decided : [...decided, last]
}

function endOf(node: TimedNode | undefined): number {
  if (node?.kind === 'compute') return node.startedMs + node.ms
  return node?.finishedMs ?? Number.POSITIVE_INFINITY
}

function timedNode(
  { startMs, after, work }: GraphOrderNode,
  report: FetchReport | undefined,
  compute: number,
): TimedNode {
  const edges = timedEdges(after, compute)
  if ('compute' in work)
    return { kind: 'compute', startedMs: startMs * compute, ms: work.compute.ms * compute, after: edges }
  const { dueMs: startedMs = 0, firstByteMs = null, finishedMs = null } = report ?? {}
  return { kind: 'fetch', startedMs, firstByteMs, finishedMs, bytes: work.fetch.bodyBytes, after: edges }
}

function timedEdges(edges: readonly GraphOrderEdge[], compute: number): TimedEdge[] {
  return edges.map(({ node, waitMs, when }): TimedEdge => {
    const scaled = { node, waitMs: waitMs * compute }
    if (typeof when === 'object') return { ...scaled, when: 'bytes', bytes: when.bytes }
    return { ...scaled, when: when === 'firstByte' ? 'first byte' : when }
  })
}
