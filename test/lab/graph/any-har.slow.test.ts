import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { GraphError } from '../../../lab/graph/graph-error.ts'
import { graphFromFile, graphFromSample } from '../../../lab/graph/graph-from.ts'
import { parseGraph } from '../../../lab/graph/read-graph.ts'
import { criticalPath } from '../../../model/graph/critical-path.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { GRAPH_LIMITS } from '../../../model/graph/limits.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { answer, entry, har, parsedBy, scriptedBy } from './har-entries.ts'
import { graphOf, PAGE, SAMPLE } from './har-graph.ts'

/** Made into a graph that may be read, or refused in one line. */
function madeOrRefused(make: () => Graph): Graph | null {
  try {
    const graph = make()
    parseGraph(JSON.stringify(graph), 'graph')
    return graph
  } catch (error) {
    assert.ok(error instanceof GraphError || error instanceof RecordingError, String((error as Error).stack))
    assert.doesNotMatch(error.message, /\n/)
    return null
  }
}

test('any HAR is made into a graph that can be read, or refused in one line', () => {
  const anyTime = fc.oneof(fc.integer({ min: -5, max: 3_000 }), fc.double(), fc.constant(undefined))
  const anyEntry = fc
    .record({
      path: fc.constantFrom('', '1.js', '2.js', 'a.css', '?q', '//', '%'),
      startMs: fc.integer({ min: 0, max: 3_000 }),
      timings: fc.record({
        wait: anyTime,
        receive: anyTime,
        blocked: anyTime,
        connect: anyTime,
        _queued: anyTime,
      }),
      type: fc.constantFrom('text/html', 'text/javascript', 'text/css', 'application/json', ''),
      status: fc.constantFrom(200, 302, 0, 404, -7, 1e9),
      initiator: fc.oneof(
        fc.constantFrom(parsedBy(PAGE), scriptedBy(`${PAGE}1.js`), parsedBy(`${PAGE}2.js`)),
        fc.object(),
      ),
      more: fc.oneof(
        fc.constant({}),
        fc.object({ key: fc.constantFrom('_chunks', '_requestTime', 'time', 'response', '_requestId') }),
      ),
    })
    .map(({ path, startMs, timings, type, status, initiator, more }) =>
      entry(
        `${PAGE}${path}`,
        { startMs },
        {
          timings,
          response: answer({ status, redirectURL: '/1.js', content: { mimeType: type } }),
          ...initiator,
          ...more,
        },
      ),
    )
  const anyLink = fc.option(fc.constant({ condition: { rttMs: 10, downMbps: 50, upMbps: 50 } }))
  let graphs = 0
  fc.assert(
    fc.property(
      fc.array(anyEntry, { maxLength: 15 }),
      fc.option(fc.double()),
      anyLink,
      (entries, onLoad, link) => {
        const all = har([entry(PAGE, { startMs: 0 }), ...entries], onLoad ?? undefined)
        if (madeOrRefused(() => graphFromSample(all, { ...SAMPLE, link })) !== null) graphs++
      },
    ),
    { numRuns: 1_000 },
  )
  assert.ok(graphs > 300, `only ${graphs} were made`)
})

const CORPUS = join(import.meta.dirname, '../../../../shared/corpora/har')

describe('HARs of many makers', {
  skip: !existsSync(CORPUS) && 'the corpora are not beside the repository',
}, () => {
  test('each is made into a graph that can be read, or refused in one line', async () => {
    const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.har$/.test(name),
    )
    let graphs = 0
    for (const file of files) {
      const path = join(CORPUS, file)
      const graph = await graphFromFile(path, 'test').then(
        (found) => madeOrRefused(() => found),
        (error: Error) =>
          madeOrRefused(() => {
            throw error
          }),
      )
      if (graph === null) continue
      graphs++
      const { totalMs, networkMs, computeMs, waitMs } = criticalPath(graph)
      assert.ok(
        Math.abs(totalMs - networkMs - computeMs - waitMs) < 0.01,
        `${file}: the shares do not add up`,
      )
      assert.equal(graph.nodes[0]?.after.length, 0, file)
      for (const node of graph.nodes.slice(1)) assert.ok(node.after.length > 0 || node.kind === 'fetch', file)
    }
    assert.ok(graphs > 70, `only ${graphs} of ${files.length}`)
  })
})

test('a HAR of more requests than a graph may have is refused at once', () => {
  const entries = Array.from({ length: GRAPH_LIMITS.nodes + 1 }, (_, n) =>
    entry(`${PAGE}${n}`, { startMs: 0 }),
  )
  assert.throws(() => graphOf(entries), {
    exitCode: 65,
    message: `${PAGE}0: ${GRAPH_LIMITS.nodes + 1} nodes, more than ${GRAPH_LIMITS.nodes}`,
  })
})
