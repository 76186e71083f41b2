import { test } from 'node:test'
import type { Graph } from '../../../../model/graph/graph.ts'
import type { GraphCompute } from '../../../../model/graph/node.ts'
import { computeNode, fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { originFilesOfTests } from '../../origin/running-server.ts'
import { fetchOf, near, PROTOCOLS, replayOnce } from './replayed-graph.ts'

const skip = whyNoLoad()

const served = await originFilesOfTests()

/**
 * A document with a script and pictures; the queue holds all pictures but the first two back until the script has come. The first picture comes
 * before the script, if servers and times are not off by half a second.
 */
function pageOf(priority: string): Graph {
  const picture = (id: number, thinkMs: number, isHeld: boolean) =>
    fetchNode(id, {
      ...{ path: `/${id}.png`, resourceType: 'image', priority, thinkMs },
      after: [finished(0), ...(isHeld ? [finished(1, 0, { why: 'queue', guessed: true })] : [])],
    })
  const nodes = [
    fetchNode(0, { path: '/', resourceType: 'document' }),
    fetchNode(1, { thinkMs: 600, after: [finished(0)] }),
    ...[picture(2, 50, false), picture(3, 800, false), picture(4, 50, true), picture(5, 0, true)],
  ]
  const load = nodes.map(({ id }) => finished(id, 0, { why: 'load' }))
  return graphOf(nodes, { load: { atMs: null, guessed: true, after: load } })
}

for (const protocol of PROTOCOLS) {
  test(`over ${protocol} two medium pictures go out at a time while the queue holds others back`, {
    skip,
  }, async () => {
    const report = await replayOnce(served, pageOf('Medium'), { protocol })
    const [script, ...pictures] = [1, 2, 3, 4, 5].map((node) => fetchOf(report, node))
    const ends = pictures.map(({ finishedMs }) => finishedMs ?? Number.NaN)
    const scriptMs = script?.finishedMs ?? Number.NaN
    const [third, fourth] = pictures.slice(2)
    const [first = 0, second = 0, thirdMs = 0] = ends
    // The script frees them, or a place among the two that is free again.
    const roomMs = [first, second, thirdMs].toSorted((a, b) => a - b)
    near(third?.dueMs ?? Number.NaN, Math.min(scriptMs, first, second))
    near(fourth?.dueMs ?? Number.NaN, Math.min(scriptMs, roomMs[1] ?? Number.NaN))
  })

  test(`over ${protocol} the queue holds pictures of low priority back until it is over`, {
    skip,
  }, async () => {
    const report = await replayOnce(served, pageOf('Low'), { protocol })
    const scriptMs = fetchOf(report, 1).finishedMs
    for (const node of [4, 5]) near(fetchOf(report, node).dueMs, scriptMs ?? Number.NaN)
  })
}

test('a picture counts in the queue from when it is sent on, before it goes out', { skip }, async () => {
  const graph = pageOf('Medium')
  const nodes = graph.nodes.map((node) =>
    node.kind === 'fetch' && [2, 3].includes(node.id) ? { ...node, heldMs: 100 } : node,
  )
  const report = await replayOnce(served, { ...graph, nodes }, { protocol: 'h2' })
  const [document, script, first, second, third] = [0, 1, 2, 3, 4].map((node) => fetchOf(report, node))
  near(first?.dueMs ?? Number.NaN, (document?.finishedMs ?? Number.NaN) + 100)
  const ends = [script, first, second].map((each) => each?.finishedMs ?? Number.NaN)
  near(third?.dueMs ?? Number.NaN, Math.min(...ends))
})

/**
 * The queue holds a picture back until a script has come, and has room for it at once; scripts of 100 ms run before and after that, or
 * another computation as long. A second script waits for data, where there are some.
 */
function pageThatRuns({
  what = 'script',
  awaitsData = false,
}: {
  what?: GraphCompute['what']
  awaitsData?: boolean
}) {
  const data = fetchNode(4, { path: '/4.json', resourceType: 'data', thinkMs: 0, after: [finished(0)] })
  const nodes = [
    fetchNode(0, { path: '/', resourceType: 'document' }),
    fetchNode(1, { thinkMs: 900, after: [finished(0)] }),
    computeNode(2, { what, ms: 100, after: [finished(0)] }),
    computeNode(3, { what, ms: 100, after: [finished(2), ...(awaitsData ? [finished(4)] : [])] }),
    data,
    fetchNode(5, {
      ...{ path: '/5.png', resourceType: 'image', priority: 'Low' },
      after: [finished(0), finished(1, 0, { why: 'queue', guessed: true })],
    }),
  ]
  const load = nodes.map(({ id }) => finished(id, 0, { why: 'load' }))
  return graphOf(nodes, { load: { atMs: null, guessed: true, after: load } })
}

for (const [page, options, laterMs] of [
  ['nothing runs', { what: 'other' }, 0],
  ['scripts run without a pause', {}, 200],
  ['the main thread looks between two scripts, as the second had not come', { awaitsData: true }, 100],
] as const)
  test(`the queue lets a picture go when there is room and ${page}`, { skip }, async () => {
    const report = await replayOnce(served, pageThatRuns(options), { protocol: 'h2' })
    near(fetchOf(report, 5).dueMs, (fetchOf(report, 0).finishedMs ?? Number.NaN) + laterMs)
  })
