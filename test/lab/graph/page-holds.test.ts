import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withPageHolds } from '../../../lab/graph/page-holds.ts'
import { GRAPH, type Graph } from '../../../model/graph/graph.ts'
import { fetchNode, graphOf } from '../../model/graph/small-graph.ts'

const page = (heldMs: number | null, turnaroundMs: number | null = null): Graph =>
  graphOf([fetchNode(0), fetchNode(1, heldMs === null ? {} : { heldMs })], {
    ...(turnaroundMs !== null && { turnaroundMs }),
  })

const load = (arm: string, graph: Graph) => ({ arm, graph })

test('a request is held back for as long as the median load of the arm that held it least', () => {
  const own = page(30)
  const loads = [
    ...[load('h2', own), load('h2', page(20)), load('h2', page(10))],
    ...[load('h3', page(90)), load('h3', page(2)), load('h3', page(70))],
    load('h1', page(null)),
  ]
  const made = GRAPH.parse(withPageHolds(own, loads))
  assert.deepEqual(
    made.nodes.map((node) => node.kind === 'fetch' && node.heldMs),
    [undefined, 20],
  )
})

test('the turnaround is the median of the loads that have one', () => {
  const own = page(null)
  const loads = [load('h2', own), ...[5, 1, 2].map((ms) => load('h1', page(null, ms)))]
  assert.equal(withPageHolds(own, loads).turnaroundMs, 2)
  assert.equal(withPageHolds(own, [load('h2', own)]).turnaroundMs, undefined)
})

test('the time for a certificate is the median of the loads that tell it', () => {
  const own = page(null)
  const loads = [load('h2', own), ...[5, 1, 2].map((certificateMs) => load('h3', { ...own, certificateMs }))]
  assert.equal(withPageHolds(own, loads).certificateMs, 2)
  assert.equal(withPageHolds(own, [load('h2', own)]).certificateMs, undefined)
})

test('what ends took is the median of the loads that tell it, by protocol', () => {
  const own = page(null)
  const loads = [
    ...[5, 1, 2].map((ms) => load('h1', { ...own, receiveMs: { 'http/1.1': ms } })),
    ...[0.9, 0.5, 0.4].map((ms) => load('h2', { ...own, receiveMs: { h2: ms } })),
    load('h3', own),
  ]
  assert.deepEqual(GRAPH.parse(withPageHolds(own, loads)).receiveMs, { 'http/1.1': 2, h2: 0.5 })
  assert.equal(withPageHolds(own, [load('h3', own)]).receiveMs, undefined)
})

test('no request is sent before one that was handed over earlier', () => {
  const graphWith = (...heldMs: number[]): Graph =>
    graphOf(heldMs.map((ms, id) => fetchNode(id, { startedMs: id, heldMs: ms })))
  const own = graphWith(0, 10, 3, 2, 20)
  const made = GRAPH.parse(withPageHolds(own, [load('h2', own)]))
  assert.deepEqual(
    made.nodes.map((node) => node.kind === 'fetch' && node.heldMs),
    // Sent after 0, 11, 11, 11 and 24 ms.
    [0, 10, 9, 8, 20],
  )
})
