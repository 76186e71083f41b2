import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchesOf, parentUrls, urlOf } from './graph-parents.ts'
import { data, file } from './har-files.ts'
import { document, graphOf, PAGE } from './har-graph.ts'

const sorted = (urls: readonly string[] | undefined): string[] =>
  [...new Set(urls)].map((url) => url.slice(PAGE.length)).toSorted()

test('what a script asked for waits for the scripts and style sheets before it, and for none after it', () => {
  const graph = graphOf([
    document,
    file('a.css', 210, 'text/css'),
    file('1.js', 200),
    file('2.js', 150),
    file('3.js', 205),
    data('2.json', 230, '2.js'),
  ])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}2.json`]), ['1.js', '2.js', 'a.css'])
})

test('an asynchronous script waits for no other, and holds none back', () => {
  const isAsync = { _initialPriority: 'Low' }
  const graph = graphOf([
    document,
    file('1.js', 200, 'text/javascript', isAsync),
    file('2.js', 150),
    file('3.js', 160, 'text/javascript', isAsync),
    data('2.json', 210, '2.js'),
    data('3.json', 211, '3.js'),
  ])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}2.json`]), ['2.js'])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}3.json`]).includes('3.js'), true)
  assert.equal(sorted(parentUrls(graph)[`${PAGE}3.json`]).includes('1.js'), false)
})

test('a script that had not come when the next had run is not waited for', () => {
  const graph = graphOf([document, file('1.js', 400), file('2.js', 150), data('2.json', 210, '2.js')])
  assert.deepEqual(sorted(parentUrls(graph)[`${PAGE}2.json`]), ['2.js'])
})

test('scripts that ran one after the other share the time, each as soon as it can run', () => {
  const graph = graphOf([
    document,
    file('1.js', 150),
    file('2.js', 160),
    file('3.js', 165),
    data('3.json', 225, '3.js'),
  ])
  const runs = graph.nodes.filter((node) => node.kind === 'compute')
  assert.deepEqual(
    runs.map(({ ms, startedMs }) => [ms, startedMs]),
    [
      [25, 150],
      [25, 175],
      [25, 200],
    ],
  )
  const waits = runs.map(({ after }) => after.map(({ node }) => graph.nodes[node]))
  assert.deepEqual(
    waits.map((nodes) => nodes.map((node) => (node?.kind === 'fetch' ? urlOf(node) : node?.id))),
    [[`${PAGE}1.js`], [`${PAGE}2.js`, runs[0]?.id], [`${PAGE}3.js`, runs[1]?.id]],
  )
})

test('what a later script asked for goes on from the run of the one before', () => {
  const graph = graphOf([
    document,
    file('1.js', 150),
    file('2.js', 160),
    data('1.json', 190, '1.js'),
    data('2.json', 230, '2.js'),
  ])
  const [one, two] = ['1.json', '2.json'].map((name) => {
    const fetch = fetchesOf(graph).find((node) => urlOf(node) === `${PAGE}${name}`)
    return graph.nodes[fetch?.after[0]?.node ?? 0]
  })
  assert.deepEqual([one?.kind === 'compute' && one.ms, two?.kind === 'compute' && two.ms], [40, 40])
  assert.deepEqual(
    two?.after.map(({ node, why }) => [graph.nodes[node] === one || node, why]),
    [
      [2, 'script'],
      [true, 'order'],
    ],
  )
})
