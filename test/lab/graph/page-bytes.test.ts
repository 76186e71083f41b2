import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withPageBytes } from '../../../lab/graph/page-bytes.ts'
import type { GraphEdge } from '../../../model/graph/edge.ts'
import { GRAPH, type Graph } from '../../../model/graph/graph.ts'
import { computeNode, fetchNode, finished, graphOf } from '../../model/graph/small-graph.ts'

const document = fetchNode(0, { path: '/', resourceType: 'document', bytes: 2_000 })

const bytes = (count: number, more: Partial<GraphEdge> = {}): GraphEdge =>
  ({ node: 0, when: 'bytes', bytes: count, waitMs: 0, why: 'parser', guessed: false, ...more }) as GraphEdge

/** A page whose second file was asked for after this. */
const page = (edge: GraphEdge): Graph =>
  graphOf([document, fetchNode(1, { startedMs: 100.4, firstByteMs: 120, finishedMs: 130, after: [edge] })])

/** So long after the document's first byte, at 50 ms. */
const sinceFirstByte = (waitMs: number): GraphEdge => ({
  ...{ node: 0, when: 'first byte', waitMs, why: 'parser', guessed: false },
})

const load = (condition: string, graph: Graph) => ({ condition, graph })

const edgesOf = (graph: Graph, node = 1): readonly GraphEdge[] => {
  // What is made can be written and read.
  return GRAPH.parse(graph).nodes[node]?.after ?? []
}

test('what came whole before a request on a fast link is waited for as far as on a slow one', () => {
  const own = page(finished(0, 0.4))
  const made = withPageBytes(own, [load('h2', own), load('h2, cell 3', page(bytes(500)))])
  // Over a fast link the time since the first byte decides, over a slow one the bytes.
  assert.deepEqual(edgesOf(made), [bytes(500), sinceFirstByte(50.4)])
  assert.equal(made.madeFrom.bytesLoads, 2)
  assert.deepEqual(edgesOf(own), [finished(0, 0.4)])
})

test('of a condition the median counts, of the conditions the least; more than in the load itself never', () => {
  const own = page(bytes(900))
  const loads = [
    load('h2', own),
    ...[100, 800, 700].map((count) => load('h1, cell 3', page(bytes(count)))),
    load('h3, cell 3', page(finished(0))),
  ]
  assert.deepEqual(edgesOf(withPageBytes(own, loads)), [bytes(700), sinceFirstByte(50.4)])
  assert.deepEqual(edgesOf(withPageBytes(own, [load('h1, cell 3', page(finished(0)))])), [bytes(900)])
})

test('a request that was made with the head of the answer waits for its first byte', () => {
  const own = page(finished(0))
  const early = page(sinceFirstByte(0))
  assert.deepEqual(edgesOf(withPageBytes(own, [load('h2', own), load('h1', early)])), [
    sinceFirstByte(0),
    sinceFirstByte(50.4),
  ])
})

test('shares count, since one protocol sends more bytes for the same text than another', () => {
  const own = page(finished(0))
  const other = graphOf([{ ...document, bytes: 4_000 }, fetchNode(1, { after: [bytes(1_000)] })])
  assert.deepEqual(edgesOf(withPageBytes(own, [load('h2', own), load('h1', other)])), [
    bytes(500),
    sinceFirstByte(50.4),
  ])
})

test('a computation begins so long after the first byte, and each request waits for its own bytes too', () => {
  const chained = (first: GraphEdge, third: GraphEdge | null): Graph =>
    graphOf([
      document,
      computeNode(1, { startedMs: 100, after: [first] }),
      fetchNode(2, { after: [finished(1, 0, { why: 'compute' })] }),
      computeNode(3, { after: [finished(1, 0, { why: 'compute' })] }),
      fetchNode(4, { after: third === null ? [finished(3, 0, { why: 'compute' })] : [third] }),
    ])
  const own = chained(finished(0), null)
  const made = withPageBytes(own, [load('h2', own), load('h1', chained(bytes(400), bytes(1_500)))])
  assert.deepEqual(edgesOf(made, 1), [sinceFirstByte(50)])
  assert.deepEqual(edgesOf(made, 2), [finished(1, 0, { why: 'compute' }), bytes(400)])
  assert.deepEqual(edgesOf(made, 4), [finished(3, 0, { why: 'compute' }), bytes(1_500)])
  assert.deepEqual(withPageBytes(own, [load('h2', own)]).nodes, own.nodes)
})

test('a script runs when all of it has come, and what no other load asked for keeps its edge', () => {
  const script = graphOf([
    fetchNode(0, { after: [] }),
    fetchNode(1, { after: [finished(0, 0, { why: 'order' })] }),
  ])
  const early = graphOf([fetchNode(0), fetchNode(1, { after: [bytes(10)] })])
  assert.deepEqual(edgesOf(withPageBytes(script, [load('h2', script), load('h1', early)])), [
    finished(0, 0, { why: 'order' }),
  ])
  const own = page(finished(0))
  const elsewhere = graphOf([document, fetchNode(1, { path: '/2.js', after: [bytes(1)] })])
  assert.deepEqual(edgesOf(withPageBytes(own, [load('h2', own), load('h1', elsewhere)])), [finished(0)])
})

test('what was asked for some time after a text and held back meanwhile keeps the time until it was asked for', () => {
  const held = (edge: GraphEdge): Graph =>
    graphOf([
      document,
      fetchNode(1, { finishedMs: 300 }),
      fetchNode(2, {
        startedMs: 300,
        firstByteMs: 320,
        finishedMs: 330,
        after: [finished(1, 0, { why: 'queue', guessed: true }), edge],
      }),
    ])
  const own = held(finished(0, 12))
  const made = withPageBytes(own, [load('h2', own), load('h2, cell 3', held(bytes(500)))])
  // The text came whole at 100 ms, its first byte at 50.
  assert.deepEqual(edgesOf(made, 2).slice(1), [bytes(500), sinceFirstByte(62)])
})
