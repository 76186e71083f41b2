import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph, GraphSource } from '../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import type { GraphNode } from '../../model/graph/node.ts'
import { GRAPH_FORMAT, GRAPH_VERSION } from '../../model/graph/version.ts'
import type { Cause } from './cause.ts'
import { causesOf } from './causes.ts'
import { Computations } from './computations.ts'
import { demandFewNodes } from './few-nodes.ts'
import { loadWaits } from './load-waits.ts'
import { moment } from './moment.ts'
import type { ObservedLoad } from './observed-load.ts'
import { inOrderOfStart, type OrderedFetch } from './preflights.ts'

/**
 * The graph of one load.
 * @throws GraphError where it has more nodes than a graph may have
 */
export function makeGraph(
  load: ObservedLoad,
  { madeFrom, toolVersion }: { readonly madeFrom: GraphSource; readonly toolVersion: string },
): Graph {
  demandFewNodes(load.pageUrl, load.fetches.length)
  const fetches = inOrderOfStart(load.fetches)
  const causes = causesOf(fetches)
  const nodes: GraphNode[] = []
  const ids: number[] = []
  const computations = new Computations(fetches, nodes, ids)
  for (const [n, fetch] of fetches.entries()) {
    const [cause, ...others] = causes[n] ?? []
    const after =
      cause === undefined
        ? []
        : [
            computations.edgeTo(cause, fetch),
            ...others.map((each) => computations.edgeOf(each, askedAfterMs(cause, each, fetch))),
          ]
    ids[n] = nodes.push(fetchNode(fetch, nodes.length, after)) - 1
  }
  const { after, compute } = loadWaits(fetches, load.loadMs, ids, nodes.length)
  if (compute !== null) nodes.push(compute)
  demandFewNodes(load.pageUrl, nodes.length)
  return {
    format: GRAPH_FORMAT,
    version: GRAPH_VERSION,
    tool: { name: 'towline', version: toolVersion },
    madeFrom,
    pageUrl: load.pageUrl,
    sharedConnections: load.sharedConnections.map((origins) => [...origins]),
    ...(load.lookUps.length > 0 && { lookUps: [...load.lookUps] }),
    ...(load.turnaroundMs !== null && { turnaroundMs: load.turnaroundMs }),
    ...(load.certificateMs !== null && { certificateMs: load.certificateMs }),
    nodes,
    load: { atMs: load.loadMs, after, guessed: true },
    leftOut: [...load.leftOut],
  }
}

/** What the browser held back in its queue it had asked for some time after the cause that it names. */
function askedAfterMs(first: Cause, cause: Cause, { askedMs }: OrderedFetch): number {
  return first.why === 'queue' ? (moment(Math.max(0, askedMs - cause.moment.atMs)) ?? 0) : 0
}

function fetchNode(fetch: OrderedFetch, id: number, after: GraphEdge[]): GraphNode {
  const { origin, pathname, search } = new URL(fetch.url)
  const { startedMs, firstByteMs, finishedMs } = fetch
  const firstMs = firstByteMs === null ? null : Math.max(startedMs, firstByteMs)
  return {
    id,
    kind: 'fetch',
    method: fetch.method,
    origin,
    path: `${pathname}${search}`.slice(0, 100_000),
    resourceType: fetch.resourceType,
    priority: fetch.priority,
    ...(fetch.lastPriority !== null && { lastPriority: fetch.lastPriority }),
    protocol: fetch.protocol,
    status: fetch.status,
    requestBytes: Math.min(fetch.requestBytes, GRAPH_LIMITS.bytes),
    bytes: fetch.bytes,
    thinkMs: fetch.thinkMs,
    ...(fetch.waitedMs !== null && { waitedMs: fetch.waitedMs }),
    ...(fetch.heldMs !== null && { heldMs: fetch.heldMs }),
    startedMs,
    firstByteMs: firstMs,
    finishedMs: finishedMs === null ? null : Math.max(firstMs ?? startedMs, finishedMs),
    failure: fetch.failure,
    guessed: [...fetch.guessed],
    after,
  }
}
