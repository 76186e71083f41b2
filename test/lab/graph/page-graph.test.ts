import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageGraph } from '../../../lab/graph/page-graph.ts'
import { graphHosts } from '../../../lab/graph/replay/graph-hosts.ts'
import { labPage } from '../../../lab/pages/page.ts'
import type { LabPage } from '../../../lab/pages/shape/lab-page.ts'
import { depths } from '../../../model/graph/depth.ts'
import { GRAPH } from '../../../model/graph/graph.ts'
import { smallGraph } from '../../model/graph/small-graph.ts'

const page = (name: string): LabPage => labPage(name, { seed: 1 })
const depthOf = (name: string): number => Math.max(...depths(pageGraph(page(name)).nodes))

test('the graph of a page has a fetch for each resource, with its size, think time and host', () => {
  const { resources } = page('google-mobile-1-1')
  const { nodes } = pageGraph({ resources })
  const fetches = nodes.flatMap((node) => (node.kind === 'fetch' ? [node] : []))
  assert.deepEqual(
    fetches.map(({ path, bytes, thinkMs }) => [path, bytes, thinkMs]),
    resources.map(({ path, sizeBytes, thinkMs }) => [path, sizeBytes, thinkMs]),
  )
  assert.equal(graphHosts({ nodes }).size, new Set(resources.map(({ shard }) => shard)).size)
})

test('it is a graph as files hold it, nothing of it guessed', () => {
  for (const name of ['modern', 'blocking', 'objects-512x100', 'depth-5', 'empty']) {
    const graph = pageGraph(page(name))
    const { success, error } = GRAPH.safeParse({ ...smallGraph(), ...graph })
    assert.ok(success, `${name}: ${error}`)
    assert.ok(!JSON.stringify(graph).includes('"guessed":true'), name)
  }
})

test('it is as deep as the page, and without dependencies two levels', () => {
  assert.equal(depthOf('depth-5'), 5)
  assert.equal(depthOf('chain-fetch'), 4)
  assert.equal(depthOf('modern'), 4)
  assert.equal(depthOf('flat-modern'), 2)
  assert.equal(depthOf('flat-depth-5'), 2)
})

test('what the document names is asked for as its bytes come, the last at its end', () => {
  const { nodes } = pageGraph(page('objects-3x100'))
  assert.deepEqual(
    nodes.map(({ after }) => after.map((edge) => (edge.when === 'bytes' ? edge.bytes : edge.when))),
    [[], [272], [544], [816]],
  )
})

test('scripts compute one after the other, and what they ask for waits for it', () => {
  const { nodes, load } = pageGraph({
    resources: [
      { path: '/', kind: 'document', sizeBytes: 600, parent: null, shard: 0, thinkMs: 0, computeMs: 0 },
      { path: '/1.js', kind: 'script', sizeBytes: 1, parent: 0, shard: 0, thinkMs: 0, computeMs: 50 },
      { path: '/2.js', kind: 'script', sizeBytes: 1, parent: 0, shard: 0, thinkMs: 0, computeMs: 30 },
      { path: '/3.png', kind: 'image', sizeBytes: 1, parent: 2, shard: 0, thinkMs: 0, computeMs: 0 },
    ],
  })
  assert.deepEqual(
    nodes.map(({ kind, after }) => `${kind} after ${after.map(({ node }) => node)}`),
    [
      'fetch after ',
      'fetch after 0',
      'fetch after 0',
      'fetch after 5',
      'compute after 1',
      'compute after 2,4',
    ],
  )
  assert.deepEqual(
    load.after.map(({ node }) => node),
    [0, 1, 2, 3, 4, 5],
  )
})
