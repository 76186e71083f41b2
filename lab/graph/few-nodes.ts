import { GRAPH_LIMITS } from '../../model/graph/limits.ts'
import { GraphError } from './graph-error.ts'

/** @throws GraphError where there are more than a graph may have */
export function demandFewNodes(pageUrl: string, count: number): void {
  if (count > GRAPH_LIMITS.nodes)
    throw new GraphError(65, `${pageUrl}: ${count} nodes, more than ${GRAPH_LIMITS.nodes}`)
}
