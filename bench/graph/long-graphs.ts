import type { GraphEdge } from '../../model/graph/edge.ts'
import type { Graph } from '../../model/graph/graph.ts'
import type { GraphNode } from '../../model/graph/node.ts'
import { GRAPH_FORMAT, GRAPH_VERSION } from '../../model/graph/version.ts'

export const HOST = 'graph.test'
export const NODES = 1_000

/** Of which overhead adds up, and of which it comes at once. */
export const LONG_GRAPHS = {
  chain: () =>
    graph(Array.from({ length: NODES }, (_, id) => (id % 2 === 0 ? fetch(id, id - 1) : compute(id)))),
  fan: () => graph(Array.from({ length: NODES }, (_, id) => fetch(id, Math.min(id - 1, 0)))),
} as const

function fetch(id: number, parent: number): GraphNode {
  return {
    ...{ id, kind: 'fetch', method: 'GET', origin: `https://${HOST}`, path: `/${id}`, startedMs: 0 },
    ...{ resourceType: id === 0 ? 'document' : 'script', priority: 'High', protocol: null, status: 200 },
    ...{ requestBytes: 0, bytes: 100, thinkMs: 0, firstByteMs: null, finishedMs: null, failure: null },
    ...{ guessed: [], after: parent < 0 ? [] : [finished(parent)] },
  }
}

function compute(id: number): GraphNode {
  return {
    id,
    kind: 'compute',
    what: 'script',
    ms: 0.25,
    startedMs: 0,
    guessed: false,
    after: [finished(id - 1)],
  }
}

function finished(node: number): GraphEdge {
  return { node, when: 'finished', waitMs: 0, why: 'script', guessed: false }
}

function graph(nodes: GraphNode[]): Graph {
  return {
    format: GRAPH_FORMAT,
    version: GRAPH_VERSION,
    tool: { name: 'towline', version: 'bench' },
    madeFrom: {
      ...{ kind: 'har', file: null, sha256: null, sample: null, load: null, startedAt: null },
      ...{ browser: null, arm: null, link: null },
    },
    pageUrl: `https://${HOST}/`,
    nodes,
    load: { atMs: null, after: nodes.map(({ id }) => finished(id)), guessed: false },
    leftOut: [],
  }
}
