import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { graphEvents } from '../../../../lab/graph/replay/graph-events.ts'
import type { GraphOrder } from '../../../../lab/graph/replay/graph-order.ts'
import type { ResolvedName } from '../../../../lab/resolver/resolver-order.ts'
import { serveNames } from '../../../../lab/resolver/serve-names.ts'
import type { Graph } from '../../../../model/graph/graph.ts'
import type { LoadProtocol } from '../../../../model/load-second.ts'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { ADDRESSES, makeOriginFiles, type OriginFiles } from '../../origin/running-server.ts'
import { freeUdpPort } from '../../resolver/free-udp-port.ts'
import { fetchOf, orderOf, replayOnce } from './replayed-graph.ts'

const skip = whyNoLoad()
const WAIT_MS = 120
/** A timer may be a millisecond early by another clock. */
const CLOCK_MS = 1

const opened = new AsyncDisposableStack()
let served: OriginFiles
before(async () => {
  if (!skip) served = opened.use(await makeOriginFiles({}))
})
after(() => opened.disposeAsync())

/** A document of one host, and two scripts of the other that it names. */
function graph(): Graph {
  const other = { origin: 'https://b.test', after: [finished(0)] }
  const nodes = [
    fetchNode(0, { path: '/', resourceType: 'document' }),
    fetchNode(1, other),
    fetchNode(2, other),
  ]
  const load = [finished(1, 0, { why: 'load' }), finished(2, 0, { why: 'load' })]
  return graphOf(nodes, { load: { atMs: null, guessed: true, after: load } })
}

/** Loads it with a resolver that knows these names. */
async function loadWith(names: readonly ResolvedName[], protocol: LoadProtocol) {
  const port = await freeUdpPort()
  const close = await serveNames({ address: '127.0.0.1', names }, port)
  try {
    const resolver = { address: '127.0.0.1', port }
    const order: GraphOrder = orderOf(graph(), served.caFile, { protocol, resolver })
    const hosts = order.hosts.map((each) => ({ ...each, isLookedUp: true }))
    return {
      order: { ...order, hosts },
      report: await replayOnce(served, graph(), { protocol, resolver, hosts }),
    }
  } finally {
    close()
  }
}

for (const protocol of ['h1', 'h2', 'h3'] as const)
  test(`over ${protocol} a host is looked up once, and no connection to it begun before`, {
    skip,
  }, async () => {
    const names = [
      { name: 'a.test', address: ADDRESSES.a, waitMs: 0 },
      { name: 'b.test', address: ADDRESSES.b, waitMs: WAIT_MS },
    ]
    const { order, report } = await loadWith(names, protocol)
    assert.deepEqual(
      report.fetches.map(({ failure }) => failure),
      [null, null, null],
    )
    assert.deepEqual(
      report.lookUps.map(({ host, failure }) => [host, failure]),
      [
        [0, null],
        [1, null],
      ],
    )
    const [, second] = report.lookUps
    const endedMs = second?.endedMs ?? Number.NaN
    assert.ok(endedMs >= fetchOf(report, 1).dueMs + WAIT_MS - CLOCK_MS, `${endedMs} ms`)
    const begunMs = report.connections.filter(({ host }) => host === 1).map((each) => each.begunMs)
    assert.ok(begunMs.length > 0 && begunMs.every((ms) => ms >= endedMs))
    const dnsMs = graphEvents(order, report, 0).flatMap(({ method, params }) => {
      const timing = method === 'Network.responseReceived' ? params.response.timing : undefined
      return timing === undefined ? [] : [timing.dnsEnd - timing.dnsStart]
    })
    assert.equal(dnsMs.length, 3)
    assert.ok(dnsMs.slice(1).every((ms) => ms >= WAIT_MS - CLOCK_MS))
  })

test('where the resolver does not know the name, or names another address, the requests fail', {
  skip,
}, async () => {
  const a = { name: 'a.test', address: ADDRESSES.a, waitMs: 0 }
  for (const names of [[a], [a, { name: 'b.test', address: ADDRESSES.a, waitMs: 0 }]]) {
    const { report } = await loadWith(names, 'h2')
    assert.deepEqual(
      report.fetches.map(({ failure }) => failure),
      [null, 'name_unresolved', 'name_unresolved'],
    )
    assert.notEqual(report.loadMs, null)
    assert.ok(report.connections.every(({ host }) => host === 0))
  }
})
