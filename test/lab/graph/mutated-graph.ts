import type { Graph } from '../../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../../model/graph/limits.ts'
import { rng } from '../../../stats/rng.ts'
import { computeNode, fetchNode, finished, smallGraph } from '../../model/graph/small-graph.ts'

type Fields = Record<string, unknown>

/** Of a graph's JSON, whose parts may be anything by now. */
interface Draft {
  readonly graph: Fields
  readonly nodes: Fields[]
  /** Of nodes and of the load event, each edge with the id of what waits. */
  readonly edges: readonly { readonly edge: Fields; readonly child: number }[]
  readonly below: (most: number) => number
  readonly one: <T>(values: readonly T[]) => T
}

/** Written as a number that JSON has no name for. */
const TOO_LARGE = '\u0000 1e999'
const NOT_A_NUMBER = '\u0000 NaN'

const TIMES = [
  -1,
  -1e-9,
  -1e308,
  0,
  0.1,
  1e-300,
  GRAPH_LIMITS.ms,
  GRAPH_LIMITS.ms + 1,
  1e308,
  TOO_LARGE,
  NOT_A_NUMBER,
]
const SIZES = [
  -1,
  0,
  1,
  0.5,
  999,
  1_000,
  1_001,
  100_000,
  GRAPH_LIMITS.bytes + 1,
  2 ** 53,
  TOO_LARGE,
  NOT_A_NUMBER,
]
const others = () => [null, '5', '', true, [], {}, [[]]]
const ORIGINS = [
  'https://unknown.test',
  'http://a.test',
  'https://a.test:8444',
  'https://a.test:99999',
  'https://127.0.0.1',
  'https://[::1]',
  'https://A.test',
  'https://..',
  'https://a%.test',
  'https://é.test',
  'https://a b.test',
  `https://${'a'.repeat(300)}.test`,
  'ftp://a.test',
]
const METHODS = ['HEAD', 'POST', 'CONNECT', 'OPTIONS', 'get', 'GE T', 'é', '', 'X'.repeat(64)]
const PATHS = ['/', '//', '/%', '/é', '/\u0000', '/a b', '/?', '/#', '', '0.js', `/${'a'.repeat(20_000)}`]
const STATUSES = [99, 100, 101, 204, 206, 301, 304, 404, 500, 999, 1_000, 200.5]
const WORDS = ['VeryHigh', 'Lowest', 'document', 'image', 'toString', '__proto__', '\u0000', 'x'.repeat(65)]

/** So many nodes that what walks them by recursion, or each by each, is seen. */
const MANY = 500

const MUTATIONS: readonly ((draft: Draft) => void)[] = [
  ({ nodes, one }) => {
    one(nodes)[one(['startedMs', 'firstByteMs', 'finishedMs', 'thinkMs', 'ms'])] = one(TIMES)
  },
  ({ edges, one }) => {
    one(edges).edge.waitMs = one(TIMES)
  },
  ({ graph, one }) => {
    ;(graph.load as Fields).atMs = one(TIMES)
  },
  ({ nodes, one }) => {
    one(nodes)[one(['bytes', 'requestBytes'])] = one(SIZES)
  },
  // Offsets beyond the body, and of what has none.
  ({ edges, one }) => {
    Object.assign(one(edges).edge, { when: one(['bytes', 'first byte', 'never']), bytes: one(SIZES) })
  },
  // Ids that stand twice, or nowhere.
  ({ nodes, one, below }) => {
    one(nodes).id = one([below(nodes.length), nodes.length, -1, 0.5])
  },
  ({ nodes, one }) => {
    nodes.push({ ...one(nodes) })
  },
  ({ nodes, below }) => {
    nodes.splice(below(nodes.length), 1)
  },
  // What waits for itself, for what comes later, for nothing that is there.
  ({ edges, one }) => {
    const { edge, child } = one(edges)
    edge.node = child
  },
  ({ edges, nodes, one, below }) => {
    one(edges).edge.node = one([below(nodes.length), nodes.length, -1, 0.5, 2 ** 53])
  },
  ({ nodes, edges, one }) => {
    one(nodes).after = Array.from({ length: MANY }, () => ({ ...one(edges).edge }))
  },
  ({ nodes, one }) => {
    one(nodes).after = []
  },
  // A deep chain, and a wide fan.
  ({ graph, nodes, one }) => {
    const first = nodes.length
    const kind = one([computeNode, fetchNode])
    for (let id = first; id < first + MANY; id += 1)
      nodes.push({ ...kind(id, { after: [finished(id - 1)] }), path: '/1.js', ms: 0.01 })
    graph.load = { atMs: null, guessed: true, after: [finished(nodes.length - 1)] }
  },
  ({ graph, nodes }) => {
    const first = nodes.length
    for (let id = first; id < first + MANY; id += 1)
      nodes.push({ ...fetchNode(id, { path: '/1.js', after: [finished(0)] }) })
    graph.load = { atMs: null, guessed: true, after: nodes.map((_, id) => finished(id)) }
  },
  ({ nodes, one }) => {
    one(nodes).origin = one(ORIGINS)
  },
  ({ graph, one, below }) => {
    graph.sharedConnections = Array.from({ length: below(3) }, () => [one(ORIGINS), 'https://a.test'])
  },
  ({ nodes, one }) => {
    Object.assign(
      one(nodes),
      one([{ method: one(METHODS) }, { path: one(PATHS) }, { status: one(STATUSES) }]),
    )
  },
  ({ nodes, one }) => {
    one(nodes)[one(['priority', 'resourceType', 'protocol', 'failure', 'what', 'kind'])] = one(WORDS)
  },
  ({ nodes, one }) => {
    Object.assign(one(nodes), { status: null, bytes: null, failure: 'net::ERR_FAILED' })
  },
  // Another type, or nothing, in place of any part.
  ({ nodes, one }) => {
    const node = one(nodes)
    node[one(Object.keys(node))] = one(others())
  },
  ({ nodes, one }) => {
    const node = one(nodes)
    delete node[one(Object.keys(node))]
  },
  ({ graph, one }) => {
    graph[one(Object.keys(graph))] = one(others())
  },
]

/** The text of a graph that one to three things were done to; the same for the same seed. */
export function mutatedGraph(seed: number, whole: Graph = smallGraph()): string {
  const random = rng(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const graph = structuredClone(whole) as unknown as Fields
  for (let count = 1 + below(3); count > 0; count -= 1) {
    const draft = draftOf(graph, { below, one })
    // Nothing is left that could be done something to.
    if (draft === null) break
    one(MUTATIONS)(draft)
  }
  return JSON.stringify(graph).replaceAll(`"\\u0000 1e999"`, '1e999').replaceAll(`"\\u0000 NaN"`, 'NaN')
}

function draftOf(graph: Fields, random: Pick<Draft, 'below' | 'one'>): Draft | null {
  const { nodes, load } = graph as { nodes?: unknown; load?: { after?: unknown } | null }
  if (!Array.isArray(nodes) || nodes.length === 0 || !Array.isArray(load?.after)) return null
  const edges = [...nodes, load].flatMap(({ after }: { after?: unknown }, child) =>
    Array.isArray(after) ? after.map((edge: Fields) => ({ edge, child })) : [],
  )
  return edges.length === 0 ? null : { graph, nodes, edges, ...random }
}
