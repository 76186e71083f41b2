import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph, GraphSource } from '../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import type { GraphCompute, GraphNode } from '../../model/graph/node.ts'
import { GRAPH_FORMAT, GRAPH_VERSION } from '../../model/graph/version.ts'
import type { Cause, CauseMoment } from './cause.ts'
import { causesOf } from './causes.ts'
import { demandFewNodes } from './few-nodes.ts'
import { loadWaits } from './load-waits.ts'
import { moment } from './moment.ts'
import type { ObservedLoad } from './observed-load.ts'
import { inOrderOfStart, type OrderedFetch } from './preflights.ts'

/** A shorter gap between a cause and its effect is no computation of its own; milliseconds. */
export const LEAST_COMPUTE_MS = 1

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
  /** What went on after the same moment: one thread does one thing after the other. */
  const threads = new Map<string, Thread>()
  for (const [n, fetch] of fetches.entries()) {
    const [cause, ...others] = causes[n] ?? []
    const after =
      cause === undefined ? [] : [afterCause(cause, fetch), ...others.map((each) => edgeOf(each, 0))]
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
    nodes,
    load: { atMs: load.loadMs, after, guessed: true },
    leftOut: [...load.leftOut],
  }

  /** The edge of a fetch to its cause, with a computation between where time went by. */
  function afterCause(cause: Cause, fetch: OrderedFetch): GraphEdge {
    // The network stack goes on by itself.
    if (cause.why === 'redirect' || cause.why === 'preflight')
      return edgeOf(cause, moment(Math.max(0, fetch.startedMs - cause.moment.atMs)) ?? 0)
    const key = `${cause.parent} ${momentKey(cause.moment)} ${cause.why === 'queue'}`
    const thread = threads.get(key) ?? { compute: null, atMs: cause.moment.atMs }
    threads.set(key, thread)
    const gapMs = moment(Math.max(0, fetch.startedMs - thread.atMs)) ?? 0
    if (gapMs < LEAST_COMPUTE_MS)
      return thread.compute === null ? edgeOf(cause, gapMs) : computeEdge(thread.compute, cause, gapMs)
    const before = thread.compute
    const node: GraphCompute = {
      id: nodes.length,
      kind: 'compute',
      what: whatOf(cause, fetch),
      ms: gapMs,
      startedMs: moment(thread.atMs) ?? 0,
      guessed: true,
      after: [before === null ? edgeOf(cause, 0) : computeEdge(before, cause, 0)],
    }
    nodes.push(node)
    thread.compute = node.id
    thread.atMs = fetch.startedMs
    return computeEdge(node.id, cause, 0)
  }

  function edgeOf(cause: Cause, waitMs: number): GraphEdge {
    const { why, guessed, moment: cameBy } = cause
    const parts = { node: ids[cause.parent] ?? 0, waitMs, why, guessed }
    return cameBy.when === 'bytes'
      ? { ...parts, when: 'bytes', bytes: cameBy.bytes }
      : { ...parts, when: cameBy.when }
  }

  function whatOf({ parent, why }: Cause, { initiator }: OrderedFetch): GraphCompute['what'] {
    if (why === 'script' || initiator.type === 'script') return 'script'
    const type = fetches[parent]?.resourceType ?? null
    return type === 'document' ? 'parse' : type === 'style' ? 'style' : type === 'script' ? 'script' : 'other'
  }
}

interface Thread {
  /** Id of its last computation. */
  compute: number | null
  /** When that ended, or when the moment came. */
  atMs: number
}

const momentKey = (cameBy: CauseMoment): string =>
  cameBy.when === 'bytes' ? `${cameBy.when} ${cameBy.bytes}` : cameBy.when

function computeEdge(node: number, { guessed }: Cause, waitMs: number): GraphEdge {
  return { node, when: 'finished', waitMs, why: 'compute', guessed }
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
