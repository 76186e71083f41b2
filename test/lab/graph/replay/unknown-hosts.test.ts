import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { originFilesOfTests } from '../../origin/running-server.ts'
import { fetchOf, PROTOCOLS, replayOnce } from './replayed-graph.ts'

const skip = whyNoLoad()

const served = await originFilesOfTests()

const SCRIPTS = 8
const MOST_TO_A_HOST = 6

/** A document, scripts and a picture of another host, all of them asked for at once; servers think long enough to see who waits. */
const NODES = [
  fetchNode(0, { path: '/', resourceType: 'document' }),
  ...Array.from({ length: SCRIPTS }, (_, index) =>
    fetchNode(index + 1, { origin: 'https://b.test', thinkMs: 400, after: [finished(0)] }),
  ),
  fetchNode(SCRIPTS + 1, {
    ...{ origin: 'https://b.test', path: '/1.png', resourceType: 'image', priority: 'Low' },
    after: [finished(0)],
  }),
]
const GRAPH = graphOf(NODES, {
  load: { atMs: null, guessed: true, after: NODES.map(({ id }) => finished(id, 0, { why: 'load' })) },
})

for (const protocol of PROTOCOLS)
  test(`over ${protocol} a picture waits while six requests and more go to a host that is not known to heed priorities`, {
    skip,
  }, async () => {
    const report = await replayOnce(served, GRAPH, { protocol })
    const ends = Array.from({ length: SCRIPTS }, (_, index) => fetchOf(report, index + 1).finishedMs)
    const inOrder = ends.map((ms) => ms ?? Number.NaN).toSorted((a, b) => a - b)
    // Over HTTP/1.1 five of eight may be left; of HTTP/2 and HTTP/3 the host is known when the first has ended.
    const endMs = inOrder[protocol === 'h1' ? SCRIPTS - MOST_TO_A_HOST : 0] ?? Number.NaN
    const { sentMs } = fetchOf(report, SCRIPTS + 1)
    assert.ok((sentMs ?? Number.NaN) >= endMs, `${sentMs} ms, and that ended at ${endMs}`)
  })
