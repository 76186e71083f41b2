import type { Graph } from '../../model/graph/graph.ts'
import { median } from '../../stats/median.ts'
import { type ArmLoad, mediansOfArms } from './medians-of-arms.ts'
import { moment } from './moment.ts'
import { requestOf } from './request-of.ts'

/**
 * The graph with what the browser took to send requests in the loads of its page: of each request the median of an arm's loads, and of
 * the arms the one with the shortest, but so that none is sent before one that was handed over earlier, since the browser sends them in
 * turn; of turnarounds, of checks of certificates and, by protocol, of what ends took the median of the loads.
 * @param loads of the same page over the same link, the graph's own among them
 */
export function withPageHolds(graph: Graph, loads: readonly ArmLoad[]): Graph {
  const holds = mediansOfArms(loads, ({ heldMs }) => heldMs)
  const medianOf = (valueIn: (load: Graph) => number | undefined): number | null =>
    moment(median(loads.flatMap((load) => valueIn(load.graph) ?? [])) ?? null)
  const turnaroundMs = medianOf((load) => load.turnaroundMs)
  const certificateMs = medianOf((load) => load.certificateMs)
  const http1Ms = medianOf((load) => load.receiveMs?.['http/1.1'])
  const h2Ms = medianOf((load) => load.receiveMs?.h2)
  const receiveMs = { ...(http1Ms !== null && { 'http/1.1': http1Ms }), ...(h2Ms !== null && { h2: h2Ms }) }
  let lastSentMs = 0
  return {
    ...graph,
    ...(turnaroundMs !== null && { turnaroundMs }),
    ...(certificateMs !== null && { certificateMs }),
    ...(Object.keys(receiveMs).length > 0 && { receiveMs }),
    nodes: graph.nodes.map((node) => {
      const ofArms = node.kind === 'fetch' ? (holds.get(requestOf(node)) ?? []) : []
      if (ofArms.length === 0) return node
      lastSentMs = Math.max(lastSentMs, node.startedMs + Math.min(...ofArms))
      return { ...node, heldMs: moment(lastSentMs - node.startedMs) ?? 0 }
    }),
  }
}
