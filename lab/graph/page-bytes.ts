import { dueAfter } from '../../model/graph/critical-path.ts'
import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GraphCompute, GraphFetch, GraphNode } from '../../model/graph/node.ts'
import { median } from '../../stats/median.ts'
import { moment } from './moment.ts'
import { requestOf } from './request-of.ts'

/** A load of a page, by its graph, and the conditions that it was made under: protocol and link. */
export interface ConditionLoad {
  readonly condition: string
  readonly graph: Graph
}

/** Says what a request waited for of a text that is read as it comes. */
interface Wait {
  readonly text: GraphFetch
  readonly edge: GraphEdge
  /** The computation that stands between, the first of its chain; null: the request waits by itself. */
  readonly chain: GraphCompute | null
  /** It came last in the graph's own load: all the time until the request started went by since. */
  readonly isLast: boolean
}

/** Says why something waits for a text, and not for a script that has run. */
const READ: ReadonlySet<GraphEdge['why']> = new Set(['parser', 'script', 'document', 'referer'])

/**
 * The graph with the bytes of its edges that all loads of its page agree with. How much of a document had come when
 * something was asked for is a bound from above: over a fast link all of it had. So of each request the median share of a
 * condition's loads, and of the conditions the smallest; where that is less than had come in the graph's own load, the time that had
 * gone by then counts from the first byte. What only this load asked for keeps its own.
 * @param loads of the same page, the graph's own among them
 */
export function withPageBytes(graph: Graph, loads: readonly ConditionLoad[]): Graph {
  const conditions = [...Map.groupBy(loads, ({ condition }) => condition).values()].map(sharesOf)
  const leastShare = (request: GraphFetch, { text, edge }: Wait): number => {
    const own = shareOf(text, edge)
    const medians = conditions.flatMap((shares) => median(shares.get(pairOf(request, text)) ?? []) ?? [])
    return Math.min(own, ...medians)
  }
  const nodes = structuredClone(graph.nodes)
  const chains = new Map<
    GraphCompute,
    { readonly request: GraphFetch; readonly share: number; readonly wait: Wait }[]
  >()
  for (const request of nodes) {
    if (request.kind !== 'fetch') continue
    for (const wait of waitsOf(request, nodes)) {
      const share = leastShare(request, wait)
      if (wait.chain === null) replace(request, wait.edge, edgesAt(share, wait, request))
      else chains.set(wait.chain, [...(chains.get(wait.chain) ?? []), { request, share, wait }])
    }
  }
  for (const [first, members] of chains) {
    const lowered = members.find(({ share, wait }) => share < shareOf(wait.text, wait.edge))
    if (lowered === undefined) continue
    replace(first, lowered.wait.edge, [sinceFirstByte(lowered.wait, first)])
    for (const { request, share, wait } of members) request.after.push({ ...edgeAt(share, wait), waitMs: 0 })
  }
  return { ...graph, madeFrom: { ...graph.madeFrom, bytesLoads: loads.length }, nodes }
}

function sharesOf(loads: readonly ConditionLoad[]): Map<string, number[]> {
  const shares = new Map<string, number[]>()
  for (const { graph } of loads)
    for (const request of graph.nodes)
      if (request.kind === 'fetch')
        for (const { text, edge } of waitsOf(request, graph.nodes)) {
          const pair = pairOf(request, text)
          shares.set(pair, [...(shares.get(pair) ?? []), shareOf(text, edge)])
        }
  return shares
}

const pairOf = (request: GraphFetch, text: GraphFetch): string => `${requestOf(request)} ${requestOf(text)}`

function waitsOf({ after }: GraphFetch, nodes: readonly GraphNode[]): Wait[] {
  return after.flatMap((edge, index): Wait[] => {
    const parent = nodes[edge.node]
    if (parent?.kind === 'fetch') return waitFor(parent, edge, null, index === 0)
    let chain = parent
    for (;;) {
      const [cause] = chain?.after ?? []
      const before = cause === undefined ? undefined : nodes[cause.node]
      if (chain === undefined || cause === undefined || before === undefined) return []
      if (before.kind === 'fetch') return waitFor(before, cause, chain, index === 0)
      chain = before
    }
  })
}

function waitFor(text: GraphFetch, edge: GraphEdge, chain: GraphCompute | null, isLast: boolean): Wait[] {
  const isRead = READ.has(edge.why) && (text.bytes ?? 0) > 0 && text.finishedMs !== null
  return isRead ? [{ text, edge, chain, isLast }] : []
}

/** Share of the body, 0 to 1. */
function shareOf({ bytes }: GraphFetch, edge: GraphEdge): number {
  if (edge.when === 'finished') return 1
  return edge.when === 'bytes' ? Math.min(1, edge.bytes / (bytes ?? 1)) : 0
}

function edgeAt(share: number, { text, edge }: Wait): GraphEdge {
  if (share >= shareOf(text, edge)) return edge
  const { node, waitMs, why, guessed } = edge
  const parts = { node, waitMs, why, guessed }
  const bytes = Math.round(share * (text.bytes ?? 0))
  return bytes === 0 ? { ...parts, when: 'first byte' } : { ...parts, when: 'bytes', bytes }
}

/** Returns fewer bytes where these suffice, and the time since the first byte. */
function edgesAt(share: number, wait: Wait, request: GraphFetch): GraphEdge[] {
  const least = edgeAt(share, wait)
  return least === wait.edge ? [least] : [{ ...least, waitMs: 0 }, sinceFirstByte(wait, request)]
}

/** A browser takes some time to begin with a text, the same over all links. What had come by then says nothing. */
function sinceFirstByte({ text, edge, isLast }: Wait, { startedMs }: GraphNode): GraphEdge {
  const { node, why, guessed } = edge
  const dueMs = isLast ? startedMs : dueAfter(edge, text)
  const waitMs = moment(Math.max(0, dueMs - (text.firstByteMs ?? dueMs))) ?? 0
  return { node, why, guessed, when: 'first byte', waitMs }
}

/** One that was replaced before is another object. */
function replace(node: GraphNode, edge: GraphEdge, by: readonly GraphEdge[]): void {
  node.after = node.after.flatMap((each) => (each === edge ? by : [each]))
}
