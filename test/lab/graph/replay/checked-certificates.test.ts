import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { originFilesOfTests } from '../../origin/running-server.ts'
import { CLOSE_MS, PROTOCOLS, replayOnce } from './replayed-graph.ts'

const skip = whyNoLoad()

const served = await originFilesOfTests()

for (const protocol of PROTOCOLS)
  test(`over ${protocol} each host’s certificate is checked once, one after the other`, {
    skip,
  }, async () => {
    const certificateMs = 200
    const graph = graphOf(
      [
        fetchNode(0, { path: '/', resourceType: 'document' }),
        fetchNode(1, { origin: 'https://b.test', resourceType: 'image' }),
        ...[2, 3].map((id) => fetchNode(id, { resourceType: 'image', after: [finished(1)] })),
      ],
      { load: { atMs: null, guessed: true, after: [2, 3].map((id) => finished(id, 0, { why: 'load' })) } },
    )
    const report = await replayOnce(served, graph, { protocol, certificateMs })
    assert.ok(report.fetches.every(({ failure }) => failure === null))
    const [a, b] = [0, 1].map((host) => report.connections.find((each) => each.host === host))
    const [first, second] = [a?.readyMs ?? Number.NaN, b?.readyMs ?? Number.NaN].toSorted((x, y) => x - y)
    assert.ok((first ?? Number.NaN) >= certificateMs - CLOSE_MS)
    assert.ok((second ?? Number.NaN) >= 2 * certificateMs - CLOSE_MS)
    // It is the page's own time.
    const scaled = await replayOnce(served, graph, { protocol, certificateMs: 600_000, compute: 0 })
    assert.notEqual(scaled.loadMs, null)
  })
