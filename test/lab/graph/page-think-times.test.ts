import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withPageThinkTimes } from '../../../lab/graph/page-think-times.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { fetchNode, graphOf } from '../../model/graph/small-graph.ts'

/** A page whose second file took the server so long, as far as the link's queue leaves it to it, and waited so long in all. */
function page(thinkMs: number | null, waitedMs = thinkMs, path = '/1.png'): Graph {
  const waited = waitedMs === null ? {} : { waitedMs }
  return graphOf([fetchNode(0, { thinkMs: 30 }), fetchNode(1, { path, thinkMs, ...waited })])
}

const load = (arm: string, graph: Graph) => ({ arm, graph })

function thinkTimes({ nodes }: Graph): (number | null)[] {
  return nodes.flatMap((node) => (node.kind === 'fetch' ? node.thinkMs : []))
}

test('a think time is no longer than the median wait of the arm whose loads waited least', () => {
  const own = page(140)
  const loads = [
    ...[load('h2', own), load('h2', page(90)), load('h2', page(120))],
    // One load without a pause is luck; a median is not.
    ...[load('h1', page(0)), load('h1', page(6)), load('h1', page(8))],
  ]
  const made = withPageThinkTimes(own, loads)
  assert.deepEqual(thinkTimes(made), [30, 6])
  assert.equal(made.madeFrom.thinkTimeLoads, 6)
})

test('what the queue may explain under one protocol and not under another is think time', () => {
  const own = page(0, 240)
  const loads = [load('h2', own), load('h3', page(90, 220)), load('h1', page(130, 171))]
  assert.deepEqual(thinkTimes(withPageThinkTimes(own, loads)), [30, 130])
  assert.deepEqual(
    thinkTimes(withPageThinkTimes(own, [...loads, load('h3-altsvc', page(0, 100))])),
    [30, 100],
  )
})

test('a wait that all protocols have stays', () => {
  const own = page(221)
  assert.deepEqual(thinkTimes(withPageThinkTimes(own, [load('h2', own), load('h1', page(225))])), [30, 221])
})

test('a request of one load alone keeps its think time, an unknown one stays unknown', () => {
  const own = page(50)
  assert.deepEqual(
    thinkTimes(withPageThinkTimes(own, [load('h2', own), load('h1', page(0, 0, '/2.png'))])),
    [30, 50],
  )
  const unknown = page(null)
  assert.deepEqual(thinkTimes(withPageThinkTimes(unknown, [load('h2', unknown), load('h1', page(5))])), [
    30,
    null,
  ])
})
