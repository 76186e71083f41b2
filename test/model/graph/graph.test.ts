import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { criticalPath } from '../../../model/graph/critical-path.ts'
import { depths } from '../../../model/graph/depth.ts'
import type { GraphEdge } from '../../../model/graph/edge.ts'
import { GRAPH, type Graph } from '../../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../../model/graph/limits.ts'
import { nodesInOrder } from '../../../model/graph/order.ts'
import { computeNode, fetchNode, finished, graphOf, smallGraph } from './small-graph.ts'

/** What is said of a graph; null where nothing is. */
function faultOf(graph: unknown): string | null {
  const { error } = GRAPH.safeParse(graph)
  const [issue] = error?.issues ?? []
  return issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`
}

test('a graph in order has no fault', () => {
  assert.equal(faultOf(smallGraph()), null)
})

test('a circle is refused, with the nodes that wait for each other', () => {
  const nodes = [
    fetchNode(0),
    fetchNode(1, { after: [finished(0), finished(3)] }),
    fetchNode(2, { after: [finished(1)] }),
    fetchNode(3, { after: [finished(2)] }),
  ]
  assert.equal(faultOf(graphOf(nodes)), 'nodes: nodes 1, 3, 2 wait for each other')
  assert.equal(faultOf(graphOf([fetchNode(0, { after: [finished(0)] })])), 'nodes: node 0 waits for itself')
})

test('what waits for a node that is not there is refused', () => {
  assert.equal(
    faultOf(graphOf([fetchNode(0), fetchNode(1, { after: [finished(7)] })])),
    'nodes.1.after.0: it waits for node 7, which is not there',
  )
  assert.equal(
    faultOf(graphOf([fetchNode(0)], { load: { atMs: 1, guessed: true, after: [finished(2)] } })),
    'load.after.0: it waits for node 2, which is not there',
  )
})

test('times that no load has are refused', () => {
  const late = GRAPH_LIMITS.ms + 1
  for (const node of [
    fetchNode(0, { startedMs: -1 }),
    fetchNode(0, { finishedMs: late }),
    fetchNode(0, { startedMs: Number.NaN }),
    computeNode(0, { ms: late }),
  ])
    assert.match(faultOf(graphOf([node])) ?? '', /^nodes\.0\.\w+: /)
  assert.equal(
    faultOf(graphOf([fetchNode(0, { startedMs: 60, firstByteMs: 50 })])),
    'nodes.0: its start, first byte and end are not in this order',
  )
})

test('a node out of its place, bytes of a computation and more bytes than a body has are refused', () => {
  const bytes: GraphEdge = { node: 0, when: 'bytes', bytes: 1_001, waitMs: 0, why: 'parser', guessed: false }
  assert.equal(faultOf(graphOf([fetchNode(1)])), 'nodes.0.id: its id is not its position')
  assert.equal(
    faultOf(graphOf([computeNode(0), fetchNode(1, { after: [bytes] })])),
    'nodes.1.after.0: node 0 is a computation, and has no bytes',
  )
  assert.equal(
    faultOf(graphOf([fetchNode(0), fetchNode(1, { after: [bytes] })])),
    'nodes.1.after.0: it waits for 1001 bytes of node 0, which has 1000',
  )
})

test('too many nodes and edges are refused', () => {
  const many = Array.from({ length: GRAPH_LIMITS.nodes + 1 }, (_, id) => fetchNode(id))
  assert.match(faultOf(graphOf(many)) ?? '', /^nodes: /)
  const edges = Array.from({ length: GRAPH_LIMITS.edges }, () => finished(0))
  assert.equal(
    faultOf(graphOf([fetchNode(0), fetchNode(1, { after: edges })])),
    `nodes: ${GRAPH_LIMITS.edges + 1} edges, more than ${GRAPH_LIMITS.edges}`,
  )
})

test('nodes come after what they wait for (Kahn 1962)', () => {
  const after = [[3], [0, 3], [1], []].map((parents) => ({ after: parents.map((node) => finished(node)) }))
  assert.deepEqual(nodesInOrder(after), { order: [3, 0, 1, 2], cycle: null })
})

test('depth counts the fetches of the longest way; computations add none', () => {
  assert.deepEqual(depths(smallGraph().nodes), [1, 2, 2, 3, 2])
})

test('the critical path leads from the navigation to the load event, and its shares add up to the whole', () => {
  const { steps, ...shares } = criticalPath(smallGraph())
  assert.deepEqual(
    steps.map(({ node, startMs, ms }) => [node.id, startMs, ms]),
    [
      [0, 0, 70],
      [1, 72, 48],
      [2, 120, 10],
      [3, 130, 65],
    ],
  )
  assert.deepEqual(shares, { totalMs: 200, networkMs: 183, computeMs: 10, waitMs: 7 })
})

test('where the load event is unknown the critical path ends with the last end', () => {
  const { nodes, load } = smallGraph()
  const path = criticalPath({ nodes, load: { ...load, atMs: null } })
  assert.equal(path.totalMs, 200)
  assert.equal(path.steps.at(-1)?.node.id, 3)
})

const anyDraft = fc.record({
  isFetch: fc.boolean(),
  startedMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
  parents: fc.array(fc.nat(12), { maxLength: 4 }),
  when: fc.constantFrom('finished', 'first byte', 'bytes'),
})

/** Graphs with the right fields; edges of every second one lead to anywhere, those of the others to nodes before. */
const anyGraph = fc
  .tuple(fc.boolean(), fc.array(anyDraft, { minLength: 1, maxLength: 12 }))
  .map(([isInOrder, drafts]) =>
    graphOf(
      drafts.map(({ isFetch, startedMs, parents, when }, id) => {
        const after = parents.flatMap((node): GraphEdge[] => {
          if (isInOrder) return id === 0 ? [] : [finished(node % id, 1)]
          return [{ ...finished(node, 1), when, bytes: 10 } as GraphEdge]
        })
        return isFetch
          ? fetchNode(id, { startedMs, firstByteMs: null, finishedMs: null, after })
          : computeNode(id, { startedMs, after })
      }),
    ),
  )

test('whatever waits for whatever, a graph is checked, and what passes has a depth and a critical path', () => {
  let passed = 0
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const { success } = GRAPH.safeParse(graph)
      const { order, cycle } = nodesInOrder(graph.nodes)
      // Also of those that do not pass.
      const path = criticalPath(graph)
      assert.ok(path.steps.length <= graph.nodes.length)
      if (!success) return
      passed++
      assert.equal(cycle, null)
      assert.equal(order.length, graph.nodes.length)
      const places = new Map(order.map((id, place) => [id, place]))
      for (const { id, after } of graph.nodes)
        for (const { node } of after) assert.ok((places.get(node) ?? 0) < (places.get(id) ?? 0))
      assert.ok(Math.max(...depths(graph.nodes)) <= graph.nodes.length)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(passed > 500, `only ${passed} passed`)
})

test('any JSON in place of any part of a graph is read or refused, and never throws', () => {
  const names = Object.keys(smallGraph()) as (keyof Graph)[]
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(4), fc.jsonValue(), (name, place, value) => {
      const graph = smallGraph()
      const broken = { ...graph, [name]: value }
      const node = { ...graph.nodes[place], ...(Object(value) as object) }
      GRAPH.safeParse(broken)
      GRAPH.safeParse({ ...graph, nodes: graph.nodes.with(place, node as Graph['nodes'][number]) })
      GRAPH.safeParse(value)
    }),
    { numRuns: 1_000 },
  )
})

test('a chain of as many nodes as a graph may have is walked without a deep stack', () => {
  const nodes = Array.from({ length: GRAPH_LIMITS.nodes }, (_, id) =>
    computeNode(id, { ms: 1, startedMs: id, after: id === 0 ? [] : [finished(id - 1)] }),
  )
  const graph = graphOf(nodes)
  assert.equal(faultOf(graph), null)
  assert.equal(criticalPath(graph).steps.length, nodes.length)
})

test('an origin that is no URL is refused: a host that cannot be looked up, a port that nobody has', () => {
  for (const origin of ['https://a.test:99999', 'https://a.test:x', 'https://[::', 'https://a%.test'])
    assert.equal(faultOf(graphOf([fetchNode(0, { origin })])), 'nodes.0.origin: no origin')
  for (const origin of ['http://a.test', 'https://a.test:8443', 'https://[::1]:8443'])
    assert.equal(faultOf(graphOf([fetchNode(0, { origin })])), null)
})

test('an origin stands in one list of those that share connections, and version 1.0 has none', () => {
  const [a, b, c] = ['https://a.test', 'https://b.test', 'https://c.test']
  const sharing = (sharedConnections: unknown) => faultOf({ ...smallGraph(), sharedConnections })
  assert.equal(sharing([[a, b]]), null)
  assert.equal(
    sharing([
      [a, b],
      [c, b],
    ]),
    'sharedConnections: an origin stands twice',
  )
  assert.match(sharing([[a]]) ?? '', /^sharedConnections\.0: /)
  assert.match(sharing([[a, 'b.test']]) ?? '', /^sharedConnections\.0\.1: no origin$/)
  assert.equal(faultOf({ ...smallGraph(), version: { major: 1, minor: 0 } }), null)
})
