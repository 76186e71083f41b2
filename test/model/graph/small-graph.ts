import type { GraphEdge } from '../../../model/graph/edge.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import type { GraphCompute, GraphFetch, GraphNode } from '../../../model/graph/node.ts'
import { GRAPH_FORMAT, GRAPH_VERSION } from '../../../model/graph/version.ts'

export function finished(node: number, waitMs = 0, more: Partial<GraphEdge> = {}): GraphEdge {
  return { node, when: 'finished', waitMs, why: 'parser', guessed: false, ...more } as GraphEdge
}

export function fetchNode(id: number, more: Partial<GraphFetch> = {}): GraphFetch {
  return {
    id,
    kind: 'fetch',
    method: 'GET',
    origin: 'https://a.test',
    path: `/${id}.js`,
    resourceType: 'script',
    priority: 'High',
    protocol: 'h2',
    status: 200,
    requestBytes: 0,
    bytes: 1_000,
    thinkMs: 1,
    startedMs: 0,
    firstByteMs: 50,
    finishedMs: 100,
    failure: null,
    guessed: [],
    after: [],
    ...more,
  }
}

export function computeNode(id: number, more: Partial<GraphCompute> = {}): GraphCompute {
  return { id, kind: 'compute', what: 'script', ms: 10, startedMs: 0, guessed: true, after: [], ...more }
}

export function graphOf(nodes: GraphNode[], more: Partial<Graph> = {}): Graph {
  return {
    format: GRAPH_FORMAT,
    version: GRAPH_VERSION,
    tool: { name: 'towline', version: 'test' },
    madeFrom: {
      kind: 'har',
      file: 'a.har',
      sha256: null,
      sample: null,
      load: null,
      startedAt: null,
      browser: null,
      arm: null,
      link: null,
    },
    pageUrl: 'https://a.test/',
    nodes,
    load: { atMs: null, after: [finished(nodes.length - 1)], guessed: true },
    leftOut: [],
    ...more,
  }
}

/**
 * A document of 100 ms, a script that is named by its first 400 bytes and runs 10 ms, a picture that this asks for, and one
 * of the document's; the load event comes 5 ms after the last of them.
 */
export function smallGraph(): Graph {
  return graphOf(
    [
      fetchNode(0, { path: '/', resourceType: 'document' }),
      fetchNode(1, {
        startedMs: 72,
        firstByteMs: 90,
        finishedMs: 120,
        after: [{ node: 0, when: 'bytes', bytes: 400, waitMs: 2, why: 'parser', guessed: false }],
      }),
      computeNode(2, { startedMs: 120, after: [finished(1)] }),
      fetchNode(3, { startedMs: 130, firstByteMs: 150, finishedMs: 195, after: [finished(2)] }),
      fetchNode(4, { startedMs: 100, firstByteMs: 110, finishedMs: 140, after: [finished(0)] }),
    ],
    {
      load: {
        atMs: 200,
        guessed: true,
        after: [finished(3, 5, { why: 'load' }), finished(4, 0, { why: 'load' })],
      },
    },
  )
}
