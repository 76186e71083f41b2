import type { Graph } from '../../model/graph/graph.ts'
import { median } from '../../stats/median.ts'
import { type ArmLoad, mediansOfArms } from './medians-of-arms.ts'
import { moment } from './moment.ts'
import type { ReceiveMs } from './observed-load.ts'
import { requestOf } from './request-of.ts'

/**
 * The graph with what the browser took to send requests in the loads of its page: of each request the median of an arm's loads, and of
 * the arms the one with the shortest, but so that none is sent before one that was handed over earlier, since the browser sends them in
 * turn; of turnarounds, of checks of certificates and, by protocol, of what ends took the median of the loads.
 * @param loads of the same page over the same link, the graph's own among them
 */
export function withPageHolds(graph: Graph, loads: readonly ArmLoad[]): Graph {
  const holds = mediansOfArms(loads, ({ heldMs }) => heldMs)
  const medianOf = (name: 'turnaroundMs' | 'certificateMs'): number | null =>
    moment(median(loads.flatMap((load) => load.graph[name] ?? [])) ?? null)
  const [turnaroundMs, certificateMs] = [medianOf('turnaroundMs'), medianOf('certificateMs')]
  const receiveMs = receiveOf(loads)
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

function receiveOf(loads: readonly ArmLoad[]): ReceiveMs {
  const found: Record<string, number> = {}
  for (const protocol of ['http/1.1', 'h2'] as const) {
    const ms = moment(median(loads.flatMap(({ graph }) => graph.receiveMs?.[protocol] ?? [])) ?? null)
    if (ms !== null) found[protocol] = ms
  }
  return found
}
