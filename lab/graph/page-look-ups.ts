import type { Graph } from '../../model/graph/graph.ts'

/**
 * The graph with the look-ups that the loads of its page show, of the hosts that it asks: a load over a fast link does not show one that had
 * ended before the connection was opened. What a resolver took is the least that any shows: the link's queue added the rest.
 * @param loads of the same page, the graph's own among them
 */
export function withPageLookUps(graph: Graph, loads: readonly Graph[]): Graph {
  const waits = new Map<string, number>()
  for (const { lookUps = [] } of loads)
    for (const { host, waitMs } of lookUps) waits.set(host, Math.min(waits.get(host) ?? waitMs, waitMs))
  const hosts = new Set(
    graph.nodes.flatMap((node) => (node.kind === 'fetch' ? new URL(node.origin).hostname : [])),
  )
  const lookUps = [...waits].filter(([host]) => hosts.has(host)).map(([host, waitMs]) => ({ host, waitMs }))
  return lookUps.length === 0 ? graph : { ...graph, lookUps }
}
