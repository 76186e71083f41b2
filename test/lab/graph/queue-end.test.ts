import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Graph } from '../../../model/graph/graph.ts'
import { fetchesOf, parentUrls, urlOf } from './graph-parents.ts'
import { scriptedBy, typed } from './har-entries.ts'
import { data, file, heldPicture } from './har-files.ts'
import { document, graphOf, PAGE } from './har-graph.ts'

const sorted = (urls: readonly string[] | undefined): string[] =>
  [...new Set(urls)].map((url) => url.slice(PAGE.length)).toSorted()

const nodeOf = (graph: Graph, name: string) =>
  fetchesOf(graph).find((node) => urlOf(node) === `${PAGE}${name}`)

/** The queue ends with the run of the third script, 180 ms after the first came; two pictures have been let go, and a third after one of these. */
const QUEUE = [
  document,
  file('1.js', 200),
  file('2.js', 210),
  file('3.js', 220),
  heldPicture('1.png', 101, 'Medium'),
  heldPicture('2.png', 102, 'Medium'),
  heldPicture('3.png', 160, 'Medium'),
  ...['4.png', '5.png', '6.png'].map((name) => heldPicture(name, 380, 'Low')),
]

test('pictures that the queue let go one by one say nothing of how long scripts ran: those that went at once do', () => {
  const graph = graphOf(QUEUE)
  const runs = graph.nodes.filter((node) => node.kind === 'compute' && node.what === 'script')
  assert.deepEqual(
    runs.map((node) => node.kind === 'compute' && [node.startedMs, node.ms]),
    [
      [200, 60],
      [260, 60],
      [320, 60],
    ],
  )
  for (const name of ['3.png', '4.png', '6.png'])
    assert.equal(nodeOf(graph, name)?.after[0]?.node, runs.at(-1)?.id, name)
  assert.equal(nodeOf(graph, '3.png')?.after[0]?.why, 'queue')
})

test('a script that was inserted before the queue was over waits for its end, as long after the pictures as it went', () => {
  const inserted = { ...heldPicture('late.js', 385, 'Low', 280), ...scriptedBy(`${PAGE}1.js`) }
  const graph = graphOf([...QUEUE, { ...inserted, ...typed('text/javascript') }])
  const [first, ...others] = nodeOf(graph, 'late.js')?.after ?? []
  assert.deepEqual([first?.why, first?.waitMs], ['queue', 5])
  assert.equal(first?.node, nodeOf(graph, '4.png')?.after[0]?.node)
  assert.ok(others.length > 0)
})

test('a picture that was asked for after the queue was over waits for its end as well, a script’s own does not', () => {
  const after = heldPicture('7.png', 500, 'Low', 499)
  const scripted = { ...heldPicture('8.png', 510, 'Low', 509), ...scriptedBy(`${PAGE}1.js`) }
  const graph = graphOf([...QUEUE, after, scripted])
  const end = nodeOf(graph, '4.png')?.after[0]
  const queueEdges = (name: string) => nodeOf(graph, name)?.after.filter(({ why }) => why === 'queue')
  assert.deepEqual(queueEdges('7.png'), [{ ...end, why: 'queue' }])
  assert.deepEqual(queueEdges('8.png'), [])
})

const TWO_AT_A_TIME = [
  document,
  file('1.js', 300),
  heldPicture('1.png', 101, 'Medium'),
  heldPicture('2.png', 110, 'Medium'),
  heldPicture('3.png', 152, 'Medium'),
]

test('where all went two at a time the queue was over when the last went', () => {
  const graph = graphOf([...TWO_AT_A_TIME, heldPicture('4.png', 350, 'Low')])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}3.png`]), ['', '1.js'])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}4.png`]), ['', '1.js'])
})

test('a picture that went after another had ended, and none after it, waits for that one', () => {
  const graph = graphOf(TWO_AT_A_TIME)
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}3.png`]), ['', '1.png'])
})

test('what was held back had been asked for some time after the text that names it', () => {
  const graph = graphOf([document, file('1.js', 200), heldPicture('1.png', 205, 'Low')])
  const picture = fetchesOf(graph).at(-1)
  assert.deepEqual(
    picture?.after.slice(1).map(({ node, why, waitMs }) => [node, why, waitMs]),
    [[0, 'parser', 0]],
  )
})

test('a picture that was held back is asked for no sooner than what the same parsing named before it', () => {
  const graph = graphOf([
    document,
    file('1.js', 400),
    heldPicture('1.png', 130, 'Medium', 130),
    heldPicture('2.png', 405, 'Low', 131),
  ])
  const [parsed] = nodeOf(graph, '1.png')?.after ?? []
  assert.equal(graph.nodes[parsed?.node ?? 0]?.kind, 'compute')
  const asked = nodeOf(graph, '2.png')?.after.find(({ node }) => node === parsed?.node)
  assert.equal(asked?.waitMs, 1)
})

test('a picture that scripts held back waits for the style sheet before them too, and what they ask for as well', () => {
  const graph = graphOf([
    document,
    file('a.css', 160, 'text/css'),
    file('b.js', 230),
    file('c.js', 232),
    heldPicture('1.png', 260, 'Low', 180),
    data('c.json', 300, 'c.js'),
  ])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}1.png`]), ['', 'a.css', 'b.js', 'c.js'])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}c.json`]), ['a.css', 'b.js', 'c.js'])
})
