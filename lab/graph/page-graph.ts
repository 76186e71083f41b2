import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GraphNode } from '../../model/graph/node.ts'
import type { LabPage, LabResource } from '../pages/shape/lab-page.ts'
import type { ResourceKind } from '../pages/shape/resource-kind.ts'

const RESOURCE_TYPES: Readonly<Record<ResourceKind, string>> = {
  document: 'document',
  stylesheet: 'style',
  script: 'script',
  image: 'image',
  font: 'font',
  fetch: 'data',
}

/**
 * The graph of a made page, whose structure is known, so that nothing of it is guessed: a resource waits for the whole of the
 * one that names it and for that one's computation, what the document names for its share of the document's bytes. Scripts of
 * one parent compute one after the other.
 */
export function pageGraph({ resources }: Pick<LabPage, 'resources'>): Pick<Graph, 'nodes' | 'load'> {
  const fetches = resources.map((resource, id) => fetchOf(resource, id))
  const named = resources.filter(({ parent }) => parent === 0).length
  const computations: GraphNode[] = []
  /** Edges that a resource's children wait for, where it computes; and the last that computed of each parent. */
  const [ends, lastOfParent] = [new Map<number, number>(), new Map<number | null, number>()]
  for (const [id, { computeMs, parent }] of resources.entries()) {
    if (computeMs === 0) continue
    const before = lastOfParent.get(parent)
    const node = fetches.length + computations.length
    const after = [edge(id, 'compute'), ...(before === undefined ? [] : [edge(before, 'compute')])]
    computations.push({
      ...{ id: node, kind: 'compute', what: 'script', ms: computeMs, startedMs: 0, guessed: false, after },
    })
    ends.set(id, node)
    lastOfParent.set(parent, node)
  }
  let place = 0
  const waiting = fetches.map((fetch, id): GraphNode => {
    const { parent } = resources[id] as LabResource
    if (parent === null) return fetch
    if (parent > 0) return { ...fetch, after: [edge(ends.get(parent) ?? parent, 'parser')] }
    place += 1
    const bytes = Math.ceil(((resources[0]?.sizeBytes ?? 0) * place) / named)
    return { ...fetch, after: [{ ...edge(0, 'parser'), when: 'bytes', bytes }] }
  })
  const nodes = [...waiting, ...computations]
  return { nodes, load: { atMs: null, guessed: false, after: nodes.map(({ id }) => edge(id, 'load')) } }
}

function edge(node: number, why: GraphEdge['why']): GraphEdge & { readonly when: 'finished' } {
  return { node, why, when: 'finished', waitMs: 0, guessed: false }
}

function fetchOf({ path, kind, sizeBytes, shard, thinkMs }: LabResource, id: number): GraphNode {
  return {
    ...{ id, kind: 'fetch', startedMs: 0, after: [], method: 'GET', path },
    origin: `https://${shard === 0 ? 'page.test' : `s${shard}.page.test`}`,
    resourceType: RESOURCE_TYPES[kind],
    ...{ priority: null, protocol: null, status: 200, requestBytes: 0, bytes: sizeBytes, thinkMs },
    ...{ firstByteMs: null, finishedMs: null, failure: null, guessed: [] },
  }
}
