import type { GraphEdge } from '../../../model/graph/edge.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import type { GraphFetch, GraphNode } from '../../../model/graph/node.ts'
import { nodesInOrder } from '../../../model/graph/order.ts'
import type { LoadHost } from '../../load/order.ts'
import { countsInQueue } from '../counts-in-queue.ts'
import type {
  GraphOrder,
  GraphOrderCompute,
  GraphOrderEdge,
  GraphOrderFetch,
  GraphOrderNode,
  RequestFields,
} from './graph-order.ts'
import { mainDocument } from './main-document.ts'
import { bodyBytes, isReplayed, type ReplayedFetch, waitedMs } from './replayed-node.ts'
import { requestFields } from './request-fields.ts'

interface GraphOrderOptions
  extends Omit<
    GraphOrder,
    'hosts' | 'resolver' | 'turnaroundMs' | 'certificateMs' | 'receiveMs' | 'fieldSets' | 'nodes' | 'load'
  > {
  /** Hosts by the origin of the graph's fetches. */
  readonly hosts: ReadonlyMap<string, LoadHost>
  /** Absent: all addresses are known. */
  readonly lookUps?: { readonly resolver: GraphOrder['resolver']; readonly names: ReadonlySet<string> }
}

/** Says what the replayer is to load. A fetch without a response in the graph is waited for as long as it took, and not sent. */
export function graphOrderOf(
  {
    nodes,
    load,
    turnaroundMs = 0,
    certificateMs = 0,
    receiveMs = {},
  }: Pick<Graph, 'nodes' | 'load' | 'turnaroundMs' | 'certificateMs' | 'receiveMs'>,
  { hosts, lookUps, ...options }: GraphOrderOptions,
): GraphOrder {
  const origins = [...hosts.keys()]
  const pools = [...new Set([...hosts.values()].map(poolKey))]
  const documents = new Set(mainDocument(nodes))
  const page = pageOf(nodes[[...documents].at(-1) ?? 0])
  const ofQueue = queueComputations(nodes)
  const isOfQueue = ({ why, node }: GraphEdge): boolean =>
    why === 'queue' || (why === 'compute' && ofQueue.has(node))
  const fieldSets: RequestFields[] = []
  const setsByText = new Map<string, number>()
  const fieldsOf = (node: GraphFetch): number => {
    const fields = requestFields(node, documents.has(node.id), page)
    const text = JSON.stringify(fields)
    const known = setsByText.get(text)
    if (known !== undefined) return known
    setsByText.set(text, fieldSets.length)
    return fieldSets.push(fields) - 1
  }
  const fetchOf = (node: ReplayedFetch): GraphOrderFetch => ({
    host: origins.indexOf(node.origin),
    method: node.method,
    path: node.path,
    requestBytes: node.requestBytes,
    ...priorityOf(node),
    isThrottled: countsInQueue(node),
    heldMs: node.heldMs ?? 0,
    fields: fieldsOf(node),
    status: node.status,
    bodyBytes: bodyBytes(node),
  })
  return {
    ...options,
    hosts: [...hosts.values()].map((host) => ({
      host,
      pool: pools.indexOf(poolKey(host)),
      isLookedUp: lookUps?.names.has(host.name) ?? false,
    })),
    resolver: lookUps?.resolver ?? null,
    turnaroundMs,
    certificateMs,
    receiveMs: receiveByArm(receiveMs),
    fieldSets,
    nodes: nodes.map(
      (node): GraphOrderNode => ({
        startMs: node.startedMs,
        after: node.after.map((edge) => edgeOf(edge, isOfQueue(edge))),
        work: isReplayed(node) ? { fetch: fetchOf(node) } : { compute: computeOf(node) },
      }),
    ),
    load: load.after.map((edge) => edgeOf(edge, false)),
  }
}

const computeOf = (node: Exclude<GraphNode, ReplayedFetch>): GraphOrderCompute => ({
  ms: waitedMs(node),
  isScript: node.kind === 'compute' && node.what === 'script',
})

/** Takes a protocol of which nothing is known as long as the quickest known one. */
function receiveByArm(known: NonNullable<Graph['receiveMs']>): GraphOrder['receiveMs'] {
  const all = Object.values(known)
  const leastMs = all.length === 0 ? 0 : Math.min(...all)
  return { h1: known['http/1.1'] ?? leastMs, h2: known.h2 ?? leastMs, h3: known.h3 ?? leastMs }
}

const poolKey = ({ address, port }: LoadHost): string => `${address} ${port}`

function pageOf(node: Graph['nodes'][number] | undefined): URL {
  return new URL(node?.kind === 'fetch' ? `${node.origin}${node.path}` : 'about:blank')
}

function edgeOf(edge: GraphEdge, isHeld: boolean): GraphOrderEdge {
  const { node, waitMs } = edge
  if (edge.when === 'bytes') return { node, waitMs, isHeld, when: { bytes: edge.bytes } }
  return { node, waitMs, isHeld, when: edge.when === 'finished' ? 'finished' : 'firstByte' }
}

/** Computations that go on from what the browser's queue waits for. */
function queueComputations(nodes: Graph['nodes']): Set<number> {
  const found = new Set<number>()
  for (const id of nodesInOrder(nodes).order) {
    const node = nodes[id]
    const first = node?.kind === 'compute' ? node.after[0] : undefined
    if (first !== undefined && (first.why === 'queue' || found.has(first.node))) found.add(id)
  }
  return found
}

/**
 * DevTools' names, and Chromium's urgency of each over HTTP/2 and HTTP/3 (RFC 9218). A map, as a graph's word may be one that
 * every object has, such as `toString`.
 */
const URGENCIES = new Map(Object.entries({ VeryHigh: 0, High: 1, Medium: 2, Low: 3, VeryLow: 4 }))

/** Chromium's priority of a type of resource, where the graph does not know: of pictures before the layout. */
const BY_TYPE = new Map(Object.entries({ document: 0, style: 0, font: 0, script: 1, data: 1 }))

const WHOLE_TYPES: ReadonlySet<string> = new Set(['script', 'style', 'font'])

/** DevTools' `Medium` is the LOW of Chromium's net stack; from there on it calls a request delayable (services/network/resource_scheduler). */
const FIRST_DELAYABLE = 2

function priorityOf({
  priority,
  lastPriority,
  resourceType,
}: GraphFetch): Pick<GraphOrderFetch, 'urgency' | 'isIncremental' | 'isDelayable'> {
  const type = resourceType ?? ''
  const urgency = URGENCIES.get(priority ?? '') ?? BY_TYPE.get(type) ?? 3
  return {
    urgency,
    // These are of no use before their end, so that the server need not share its bandwidth among them.
    isIncremental: !WHOLE_TYPES.has(type),
    // One that is raised is held back no longer, and the layout that raises it comes soon after.
    isDelayable: (URGENCIES.get(lastPriority ?? '') ?? urgency) >= FIRST_DELAYABLE,
  }
}
