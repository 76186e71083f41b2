import type { Graph } from '../../model/graph/graph.ts'
import { median } from '../../stats/median.ts'
import { moment } from './moment.ts'
import { requestOf } from './request-of.ts'

/** A load of a page, by its graph. */
export interface ArmLoad {
  readonly arm: string
  readonly graph: Graph
}

/**
 * The graph with the think times that all loads of its page agree with: of each request the median of an arm's loads, and
 * of the arms the one with the shortest. What holds an answer back for one protocol alone is no think time: many small
 * answers on one connection wait for its congestion window, and one load's pauses for the browser. A request that
 * only this load made keeps its own.
 * @param loads of the same page from the same server, the graph's own among them
 */
export function withPageThinkTimes(graph: Graph, loads: readonly ArmLoad[]): Graph {
  const arms = [...Map.groupBy(loads, ({ arm }) => arm).values()].map(thinkTimesOfArm)
  return {
    ...graph,
    madeFrom: { ...graph.madeFrom, thinkTimeLoads: loads.length },
    nodes: graph.nodes.map((node) => {
      if (node.kind !== 'fetch' || node.thinkMs === null) return node
      const medians = arms.flatMap((thinkTimes) => median(thinkTimes.get(requestOf(node)) ?? []) ?? [])
      return medians.length === 0 ? node : { ...node, thinkMs: moment(Math.min(...medians)) }
    }),
  }
}

function thinkTimesOfArm(loads: readonly ArmLoad[]): Map<string, number[]> {
  const thinkTimes = new Map<string, number[]>()
  for (const { graph } of loads)
    for (const node of graph.nodes)
      if (node.kind === 'fetch' && node.thinkMs !== null) {
        const request = requestOf(node)
        thinkTimes.set(request, [...(thinkTimes.get(request) ?? []), node.thinkMs])
      }
  return thinkTimes
}
