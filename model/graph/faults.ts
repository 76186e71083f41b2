import type { GraphEdge } from './edge.ts'
import { GRAPH_LIMITS } from './limits.ts'
import type { GraphNode } from './node.ts'
import { nodesInOrder } from './order.ts'

interface GraphFault {
  readonly path: (string | number)[]
  readonly message: string
}

interface Checked {
  readonly nodes: readonly GraphNode[]
  readonly load: { readonly after: readonly GraphEdge[] }
  readonly sharedConnections?: readonly (readonly string[])[] | undefined
  readonly lookUps?: readonly { readonly host: string }[] | undefined
}

/** Lists what no replay could follow in a graph with the right fields; the first ones suffice. */
export function graphFaults({ nodes, load, sharedConnections = [], lookUps = [] }: Checked): GraphFault[] {
  const edges = nodes.reduce((sum, { after }) => sum + after.length, load.after.length)
  if (edges > GRAPH_LIMITS.edges)
    return [{ path: ['nodes'], message: `${edges} edges, more than ${GRAPH_LIMITS.edges}` }]
  const faults = [
    ...nodes.flatMap((node, id) => nodeFaults(node, id, nodes)),
    ...load.after.flatMap((edge, n) => edgeFaults(edge, nodes, ['load', 'after', n])),
  ]
  const origins = sharedConnections.flat()
  if (new Set(origins).size < origins.length)
    faults.push({ path: ['sharedConnections'], message: 'an origin stands twice' })
  if (new Set(lookUps.map(({ host }) => host)).size < lookUps.length)
    faults.push({ path: ['lookUps'], message: 'a host stands twice' })
  if (faults.length > 0) return faults
  const { cycle } = nodesInOrder(nodes)
  return cycle === null ? [] : [{ path: ['nodes'], message: cycleText(cycle) }]
}

function nodeFaults(node: GraphNode, id: number, nodes: readonly GraphNode[]): GraphFault[] {
  const path = ['nodes', id]
  if (node.id !== id) return [{ path: [...path, 'id'], message: 'its id is not its position' }]
  const faults = node.after.flatMap((edge, n) => edgeFaults(edge, nodes, [...path, 'after', n]))
  if (node.kind === 'fetch') {
    const { startedMs, firstByteMs, finishedMs } = node
    const moments = [startedMs, firstByteMs, finishedMs].filter((moment) => moment !== null)
    if (moments.some((moment, n) => moment < (moments[n - 1] ?? 0)))
      faults.push({ path, message: 'its start, first byte and end are not in this order' })
  }
  return faults
}

function edgeFaults(edge: GraphEdge, nodes: readonly GraphNode[], path: (string | number)[]): GraphFault[] {
  const parent = nodes[edge.node]
  if (parent === undefined) return [{ path, message: `it waits for node ${edge.node}, which is not there` }]
  if (parent.kind === 'compute' && edge.when !== 'finished')
    return [{ path, message: `node ${edge.node} is a computation, and has no bytes` }]
  if (edge.when === 'bytes' && parent.kind === 'fetch' && edge.bytes > (parent.bytes ?? edge.bytes))
    return [
      { path, message: `it waits for ${edge.bytes} bytes of node ${edge.node}, which has ${parent.bytes}` },
    ]
  return []
}

/** Longer circles are cut. */
const SHOWN = 8

function cycleText(cycle: readonly number[]): string {
  const shown = cycle.slice(0, SHOWN).join(', ')
  const more = cycle.length > SHOWN ? `, … (${cycle.length} nodes)` : ''
  return cycle.length === 1 ? `node ${shown} waits for itself` : `nodes ${shown}${more} wait for each other`
}
