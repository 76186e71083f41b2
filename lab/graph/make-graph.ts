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
import { PageOrders } from './page-orders.ts'
import { inOrderOfStart, type OrderedFetch } from './preflights.ts'
import { type QueueEnd, queueEnd } from './queue-end.ts'

const NONE: ReadonlySet<number> = new Set()

interface MakeGraphOptions {
  readonly madeFrom: GraphSource
  readonly toolVersion: string
  /** Loads of the same page: no guess that they contradict. */
  readonly loads?: readonly Graph[]
}

/**
 * The graph of one load.
 * @throws GraphError where it has more nodes than a graph may have
 */
export function makeGraph(
  load: ObservedLoad,
  { madeFrom, toolVersion, loads = [] }: MakeGraphOptions,
): Graph {
  demandFewNodes(load.pageUrl, load.fetches.length)
  const fetches = inOrderOfStart(load.fetches)
  const end = queueEnd(fetches)
  const causes = causesOf(fetches, { early: end?.early ?? NONE, orders: new PageOrders(loads) })
  const nodes: GraphNode[] = []
  const ids: number[] = []
  const sentOn: OrderedFetch[] = []
  const computations = new Computations(fetches, nodes, ids)
  for (const [n, fetch] of fetches.entries()) {
    const [cause, ...others] = causes[n] ?? []
    const waitedForEnd = end !== null && (end.early.has(n) || end.late.has(n))
    const isQueued = cause?.why === 'queue' || waitedForEnd
    if (!isQueued) sentOn.push(fetch)
    const queuedMs = isQueued ? queuedAtMs(fetch, sentOn) : 0
    const edgeOf = (each: Cause): GraphEdge =>
      isQueued ? computations.edgeToAsking(each, queuedMs) : computations.edgeOf(each, 0)
    const startedMs = waitedForEnd ? queuedMs : fetch.startedMs
    const first = cause === undefined ? [] : [computations.edgeTo(cause, { ...fetch, startedMs })]
    ids[n] = nodes.push(fetchNode(fetch, nodes.length, [...first, ...others.map(edgeOf)])) - 1
  }
  if (end !== null) addQueueEdges(nodes, ids, end)
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
    ...(Object.keys(load.receiveMs).length > 0 && { receiveMs: load.receiveMs }),
    nodes,
    load: { atMs: load.loadMs, after, guessed: true },
    leftOut: [...load.leftOut],
  }
}

/** Makes what waited for the end of the browser's queue wait for the same as the first that went then. */
function addQueueEdges(
  nodes: readonly GraphNode[],
  ids: readonly number[],
  { first, early, late, after }: QueueEnd,
): void {
  const firstNode = nodes[ids[first] ?? 0]
  const edge = firstNode?.after[0]
  if (edge === undefined) return
  for (const n of [...early, ...late]) {
    const node = nodes[ids[n] ?? 0]
    const laterMs = Math.max(0, (node?.startedMs ?? 0) - (firstNode?.startedMs ?? 0))
    node?.after.unshift({ ...edge, waitMs: moment(edge.waitMs + laterMs) ?? 0, why: 'queue', guessed: true })
  }
  for (const n of after) nodes[ids[n] ?? 0]?.after.push({ ...edge, why: 'queue', guessed: true })
}

/** Says when the browser's queue had it: when all that was asked for before had been sent on, as it does so in its order. */
function queuedAtMs({ askedMs }: OrderedFetch, sentOn: readonly OrderedFetch[]): number {
  return sentOn.reduce(
    (most, before) => (before.askedMs <= askedMs ? Math.max(most, before.startedMs) : most),
    askedMs,
  )
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
