import type { Graph } from '../../model/graph/graph.ts'
import { type ArmLoad, mediansOfArms } from './medians-of-arms.ts'
import { moment } from './moment.ts'
import { requestOf } from './request-of.ts'

/**
 * The graph with the think times that all loads of its page agree with: of each request as long as the loads of one arm demand, by their
 * median, and no longer than those of any arm waited. What the link's queue may explain under one protocol it does not
 * under another; and what holds an answer back for one protocol alone is no think time: many small answers on one connection
 * wait for its congestion window, and one load's pauses for the browser. A request that only this load made keeps its own.
 * @param loads of the same page from the same server, the graph's own among them
 */
export function withPageThinkTimes(graph: Graph, loads: readonly ArmLoad[]): Graph {
  const thinkTimes = mediansOfArms(loads, ({ thinkMs }) => thinkMs)
  const waits = mediansOfArms(loads, ({ thinkMs, waitedMs }) => waitedMs ?? thinkMs)
  return {
    ...graph,
    madeFrom: { ...graph.madeFrom, thinkTimeLoads: loads.length },
    nodes: graph.nodes.map((node) => {
      if (node.kind !== 'fetch' || node.thinkMs === null) return node
      const request = requestOf(node)
      const longestMs = Math.min(...(waits.get(request) ?? [node.thinkMs]))
      const leastMs = Math.max(...(thinkTimes.get(request) ?? [node.thinkMs]))
      return { ...node, thinkMs: moment(Math.min(longestMs, leastMs)) }
    }),
  }
}
