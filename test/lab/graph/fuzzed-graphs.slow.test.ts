import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphJson } from '../../../cli/graph/graph-json.ts'
import { graphSvg } from '../../../cli/graph/graph-svg.ts'
import { graphLines } from '../../../cli/graph/graph-text.ts'
import { GraphError } from '../../../lab/graph/graph-error.ts'
import { parseGraph } from '../../../lab/graph/read-graph.ts'
import { graphHosts } from '../../../lab/graph/replay/graph-hosts.ts'
import { graphOrderOf } from '../../../lab/graph/replay/graph-order-of.ts'
import { criticalPath } from '../../../model/graph/critical-path.ts'
import { depths } from '../../../model/graph/depth.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { mutatedGraph } from './mutated-graph.ts'

const SEEDS = 800
/** What hangs is seen by it. */
const LIMIT_MS = 120_000

function parsed(seed: number): Graph | null {
  try {
    return parseGraph(mutatedGraph(seed), 'graph.json')
  } catch (error) {
    assert.ok(error instanceof GraphError, `seed ${seed}: ${String(error)}`)
    assert.equal(error.exitCode, 65)
    assert.match(error.message, /^graph\.json: [^\n]+$/, `seed ${seed}`)
    return null
  }
}

test('a graph with whatever wrong in it is refused in one line, or shown and made ready to be loaded', {
  timeout: LIMIT_MS,
}, () => {
  let read = 0
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const graph = parsed(seed)
    if (graph === null) continue
    read += 1
    const { steps, ...shares } = criticalPath(graph)
    assert.ok(steps.length <= graph.nodes.length, `seed ${seed}`)
    assert.ok(
      Object.values(shares).every((ms) => ms >= 0 && ms < Infinity),
      `seed ${seed}`,
    )
    assert.ok(
      depths(graph.nodes).every((depth) => depth <= graph.nodes.length),
      `seed ${seed}`,
    )
    assert.ok(graphLines(graph, 120).length > 0 && graphSvg(graph).length > 0, `seed ${seed}`)
    // What is written is the same graph.
    assert.deepEqual(parseGraph(graphJson(graph), 'graph.json'), graph, `seed ${seed}`)
    const hosts = new Map([...graphHosts(graph)].map(([origin, host]) => [origin, { ...host, port: 443 }]))
    const limits = { loadLimitMs: 1, connectLimitMs: 1, mostStreams: 1 }
    const order = graphOrderOf(graph, { protocol: 'h2', hosts, caFile: 'ca.pem', compute: 1, ...limits })
    assert.equal(order.nodes.length, graph.nodes.length)
    for (const { work } of order.nodes)
      if ('fetch' in work) assert.ok(order.hosts[work.fetch.host] !== undefined, `seed ${seed}`)
  }
  // Of both enough that something is tried.
  assert.ok(read > SEEDS / 10 && read < SEEDS / 2, `${read} of ${SEEDS} were read`)
})
