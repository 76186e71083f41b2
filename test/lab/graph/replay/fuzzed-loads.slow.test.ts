import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { GraphError } from '../../../../lab/graph/graph-error.ts'
import { parseGraph } from '../../../../lab/graph/read-graph.ts'
import { GraphReplayer } from '../../../../lab/graph/replay/graph-replayer.ts'
import { isReplayed } from '../../../../lab/graph/replay/replayed-node.ts'
import { replayedPath } from '../../../../lab/graph/replay/replayed-path.ts'
import { writeGraphAnswers } from '../../../../lab/graph/replay/write-graph-answers.ts'
import { findLabProgram } from '../../../../lab/process/find-program.ts'
import type { Graph } from '../../../../model/graph/graph.ts'
import { smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import {
  ADDRESSES,
  CACHE,
  makeOriginFiles,
  type OriginFiles,
  type RunningServer,
  startServer,
} from '../../origin/running-server.ts'
import { mutatedGraph } from '../mutated-graph.ts'
import { HOSTS, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()
const PROTOCOLS = ['h1', 'h2', 'h3'] as const
/** That could be read, of each protocol a third. */
const LOADS = 60
/** A wait of ten minutes is not waited for. */
const LOAD_LIMIT_MS = 250
const CONNECT_LIMIT_MS = 100
/** A load that hangs is seen by it: all of them at their limits take a quarter of this. */
const TEST_LIMIT_MS = 120_000

const opened = new AsyncDisposableStack()
let served: OriginFiles
let server: RunningServer
before(async () => {
  if (skip) return
  served = opened.use(await makeOriginFiles({}))
  const replayFile = await writeGraphAnswers(served.folder, smallGraph(), HOSTS)
  server = opened.use(
    await startServer(served, served.order('towline', { replayFile, hosts: [...HOSTS.values()] })),
  )
})
after(() => opened.disposeAsync())

/** What may be read of any text; null where it is refused. */
function readable(text: string): Graph | null {
  try {
    const graph = parseGraph(text, 'graph.json')
    return graph.nodes.some(isReplayed) ? graph : null
  } catch (error) {
    assert.ok(error instanceof GraphError)
    return null
  }
}

/** At origins that the server does not have nobody listens. */
function hostsOf({ nodes }: Graph) {
  const origins = new Set(nodes.filter(isReplayed).map(({ origin }) => origin))
  return new Map(
    [...origins].map((origin, index) => [
      origin,
      HOSTS.get(origin) ?? { name: `unknown-${index}.test`, address: ADDRESSES.a, port: 1 },
    ]),
  )
}

test('a load of whatever graph ends with a report or one line, and the server lives on', {
  skip,
  timeout: TEST_LIMIT_MS,
}, async () => {
  const [orderFile, program] = [join(served.folder, 'order.json'), findLabProgram('towline-load', CACHE)]
  let [loads, reports] = [0, 0]
  let replayer = new GraphReplayer([program], null)
  try {
    for (let seed = 0; loads < LOADS; seed += 1) {
      const graph = readable(mutatedGraph(seed))
      if (graph === null) continue
      const protocol = PROTOCOLS[loads % PROTOCOLS.length] ?? 'h1'
      loads += 1
      const limits = { loadLimitMs: LOAD_LIMIT_MS, connectLimitMs: CONNECT_LIMIT_MS }
      const order = orderOf(graph, served.caFile, { protocol, ...limits }, hostsOf(graph))
      await writeFile(orderFile, JSON.stringify(order))
      try {
        const report = await replayer.load(orderFile)
        reports += 1
        for (const { node, dueMs } of report.fetches) {
          assert.ok(graph.nodes[node]?.kind === 'fetch', `seed ${seed}: node ${node}`)
          assert.ok(dueMs >= 0 && dueMs <= report.endMs, `seed ${seed}: node ${node} was due at ${dueMs}`)
        }
        assert.equal(replayedPath(order, report) === null, report.loadMs === null, `seed ${seed}`)
      } catch (error) {
        // As the program refuses what it cannot send, and not as it, or this test, fails.
        assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), String(error))
        assert.match(error.message, /^towline-load: [^\n]+$/, `seed ${seed}`)
        assert.doesNotMatch(error.message, /panicked/, `seed ${seed}`)
        await replayer[Symbol.asyncDispose]()
        replayer = new GraphReplayer([program], null)
      }
    }
  } finally {
    await replayer[Symbol.asyncDispose]()
  }
  assert.ok(reports > LOADS / 2, `${reports} of ${LOADS} loads have a report`)
  assert.deepEqual([server.child.exitCode, server.child.signalCode], [null, null])
})
