import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphLoad } from '../../../../lab/graph/replay/graph-load.ts'
import type { Graph } from '../../../../model/graph/graph.ts'
import type { LoadProtocol } from '../../../../model/load-second.ts'
import { rng } from '../../../../stats/rng.ts'
import { computeNode, fetchNode, finished, graphOf, smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { ADDRESSES, makeOriginFiles, originFilesOfTests, PORTS } from '../../origin/running-server.ts'
import {
  CLOSE_MS,
  fetchOf,
  loadOrder,
  mostAtOnce,
  near,
  orderOf,
  PROTOCOLS,
  replayOnce,
} from './replayed-graph.ts'

const skip = whyNoLoad()

const served = await originFilesOfTests()

for (const protocol of PROTOCOLS)
  test(`over ${protocol} each node starts when the last of its edges is due`, { skip }, async () => {
    const report = await replayOnce(served, smallGraph(), { protocol })
    const [document, script, late, picture] = [0, 1, 3, 4].map((node) => fetchOf(report, node))
    assert.ok(document && script && late && picture && report.loadMs !== null)
    assert.deepEqual(
      report.fetches.map(({ failure, bodyBytes }) => [failure, bodyBytes]),
      Array.from({ length: 4 }, () => [null, 1_000]),
    )
    assert.ok(script.dueMs >= (document.firstByteMs ?? Number.NaN) + 2 - CLOSE_MS)
    near(late.dueMs, (script.finishedMs ?? Number.NaN) + 10)
    near(picture.dueMs, document.finishedMs ?? Number.NaN)
    near(report.loadMs, Math.max((late.finishedMs ?? Number.NaN) + 5, picture.finishedMs ?? Number.NaN))
    assert.deepEqual(
      [...new Set(report.connections.map((connection) => connection.protocol ?? protocol))],
      [protocol],
    )
    if (protocol !== 'h1') assert.equal(report.connections.length, 1)
    const [first] = report.connections
    assert.equal(first?.tcpConnectedMs === null, protocol === 'h3')
  })

test('without computations everything follows at once', { skip }, async () => {
  const report = await replayOnce(served, smallGraph(), { compute: 0 })
  near(fetchOf(report, 3).dueMs, fetchOf(report, 1).finishedMs ?? Number.NaN)
  assert.equal(fetchOf(report, 0).dueMs, 0)
})

test('computations one after the other end when they should, however many', { skip }, async () => {
  const chain = Array.from({ length: 200 }, (_, index) =>
    computeNode(index + 1, { ms: 0.3, after: [finished(index)] }),
  )
  const report = await replayOnce(
    served,
    graphOf([fetchNode(0, { path: '/', resourceType: 'document' }), ...chain]),
  )
  near(report.loadMs ?? Number.NaN, (fetchOf(report, 0).finishedMs ?? Number.NaN) + 60)
})

/** So long that all that may be asked for at once is under way before the first answer, also on a busy machine. */
const THINK_MS = 1_500

/** A document and pictures of two hosts, which the server thinks about. */
function pictures(count: number, more: Parameters<typeof fetchNode>[1] = {}): Graph {
  return graphOf(
    [
      fetchNode(0, { path: '/', resourceType: 'document' }),
      ...Array.from({ length: count }, (_, index) =>
        fetchNode(index + 1, {
          origin: index % 2 === 0 ? 'https://a.test' : 'https://b.test',
          resourceType: 'image',
          priority: 'Low',
          thinkMs: 20,
          after: [finished(0)],
          ...more,
        }),
      ),
    ],
    {
      load: {
        atMs: null,
        guessed: true,
        after: Array.from({ length: count }, (_, index) => finished(index + 1, 0, { why: 'load' })),
      },
    },
  )
}

test('HTTP/1.1 has six connections to a host', { skip }, async () => {
  const report = await replayOnce(served, pictures(16, { priority: 'High', thinkMs: THINK_MS }))
  assert.equal(report.fetches.filter(({ failure }) => failure === null).length, 17)
  for (const host of [0, 1]) {
    const numbers = report.connections.flatMap((each, number) => (each.host === host ? [number] : []))
    assert.equal(numbers.length, 6)
    const ofHost = report.fetches.filter(({ connection }) => numbers.includes(connection ?? -1))
    assert.equal(mostAtOnce(ofHost), 6)
  }
})

test('HTTP/1.1 has ten pictures under way at once, of all hosts', { skip }, async () => {
  const report = await replayOnce(served, pictures(14, { thinkMs: THINK_MS }))
  assert.equal(mostAtOnce(report.fetches), 10)
})

test('HTTP/1.1 does not hold pictures back that the browser raised', { skip }, async () => {
  const report = await replayOnce(served, pictures(14, { thinkMs: THINK_MS, lastPriority: 'High' }))
  assert.equal(mostAtOnce(report.fetches), 12)
})

test('HTTP/1.1 lets a connection rest between an answer and the next request', { skip }, async () => {
  const turnaroundMs = 150
  const graph = pictures(16, { origin: 'https://a.test', priority: 'High' })
  for (const compute of [1, 0.5]) {
    const { fetches } = await replayOnce(served, { ...graph, turnaroundMs }, { compute })
    const connections = Map.groupBy(fetches, ({ connection }) => connection)
      .values()
      .toArray()
    const rests = connections.flatMap((ofConnection) =>
      ofConnection
        .toSorted((a, b) => (a.sentMs ?? 0) - (b.sentMs ?? 0))
        .flatMap(({ sentMs }, index, all) => (sentMs ?? 0) - (all[index - 1]?.finishedMs ?? Number.NaN)),
    )
    const known = rests.filter((ms) => !Number.isNaN(ms))
    // Six connections have sixteen pictures and the document.
    assert.deepEqual([connections.length, known.length], [6, 11])
    const least = Math.min(...known)
    assert.ok(least >= turnaroundMs * compute - CLOSE_MS, `${least} ms`)
  }
})

for (const protocol of PROTOCOLS)
  test(`over ${protocol} a response ends as long after its last byte as the graph says`, {
    skip,
  }, async () => {
    const receiveMs = { 'http/1.1': 150, h2: 100 }
    // What is not known of HTTP/3 is as over the quickest.
    const expectedMs = { h1: 150, h2: 100, h3: 100 }[protocol]
    const graph = { ...smallGraph(), receiveMs }
    for (const compute of [1, 0.5]) {
      const { fetches } = await replayOnce(served, graph, { protocol, compute })
      const spans = fetches.map(({ firstByteMs, finishedMs }) => (finishedMs ?? 0) - (firstByteMs ?? 0))
      assert.deepEqual(
        spans.map((ms) => ms >= expectedMs * compute - CLOSE_MS),
        Array(4).fill(true),
        `${spans}`,
      )
      // What waits for the end starts after it.
      const [document, picture] = [0, 4].map((node) => fetches.find((each) => each.node === node))
      assert.ok((picture?.dueMs ?? 0) >= (document?.finishedMs ?? Number.NaN) - CLOSE_MS)
    }
  })

test('a request is held back after its edges are due, as the browser does', { skip }, async () => {
  const graph = smallGraph()
  const held = {
    ...graph,
    nodes: graph.nodes.map((node) => (node.kind === 'fetch' ? { ...node, heldMs: 40 } : node)),
  }
  const report = await replayOnce(served, held, { protocol: 'h2' })
  near(fetchOf(report, 4).dueMs, (fetchOf(report, 0).finishedMs ?? Number.NaN) + 40)
  assert.equal(fetchOf(report, 0).dueMs, 40)
})

test('HTTP/1.1 has 256 connections in all, and hosts that wait for one get it when another has ended', {
  skip,
}, async () => {
  const names = Array.from({ length: 300 }, (_, index) => `h${index}.many.test`)
  await using many = await makeOriginFiles({}, ['*.many.test'])
  const hosts = new Map(
    names.map((name) => [`https://${name}`, { name, address: ADDRESSES.a, port: PORTS.https }]),
  )
  const scripts = names.map((name, index) =>
    fetchNode(index + 1, { origin: `https://${name}`, after: [finished(0)] }),
  )
  const document = fetchNode(0, { origin: 'https://h0.many.test', path: '/', resourceType: 'document' })
  const after = scripts.map(({ id }) => finished(id, 0, { why: 'load' }))
  const graph = graphOf([document, ...scripts], { load: { atMs: null, guessed: true, after } })
  const report = await replayOnce(many, graph, { loadLimitMs: 20_000 }, graph, hosts)
  assert.deepEqual(
    report.fetches.filter(({ failure, finishedMs }) => failure !== null || finishedMs === null),
    [],
  )
  assert.notEqual(report.loadMs, null)
  assert.equal(new Set(report.connections.map(({ host }) => host)).size, names.length)
})

for (const protocol of ['h2', 'h3'] as const) {
  test(`${protocol} asks for all of them at once, over one connection to a host`, { skip }, async () => {
    const scripts = pictures(40, { resourceType: 'script', priority: 'High', thinkMs: THINK_MS })
    const report = await replayOnce(served, scripts, { protocol })
    assert.equal(new Set(report.fetches.map(({ connection }) => connection)).size, 2)
    assert.ok(report.fetches.every(({ failure }) => failure === null))
    assert.equal(mostAtOnce(report.fetches), 40)
  })

  test(`${protocol} keeps to the most streams at once`, { skip }, async () => {
    const report = await replayOnce(served, pictures(8, { thinkMs: THINK_MS }), { protocol, mostStreams: 3 })
    assert.equal(mostAtOnce(report.fetches), 6)
  })

  test(`${protocol} shares a connection among hosts of one address`, { skip }, async () => {
    const graph = pictures(4)
    const { hosts } = orderOf(graph, served.caFile)
    const shared = hosts.map((each) => ({
      ...each,
      host: { ...each.host, address: ADDRESSES.a },
      pool: 0,
    }))
    const report = await replayOnce(served, graph, { protocol, hosts: shared })
    assert.equal(report.connections.length, 1)
    assert.ok(report.fetches.every(({ failure }) => failure === null))
  })
}

test('of a host that is not known to speak HTTP/2 a connection is opened for each request that waits, six at most', {
  skip,
}, async () => {
  const opened = async (count: number, protocol: LoadProtocol): Promise<number[]> => {
    const { connections } = await replayOnce(served, pictures(count), { protocol })
    return [0, 1].map((host) => connections.filter((each) => each.host === host).length)
  }
  // The document is alone, and its host known after it. Of four pictures two are of the other host.
  assert.deepEqual(await opened(4, 'h2'), [1, 2])
  assert.deepEqual(await opened(40, 'h2'), [1, 6])
  assert.deepEqual(await opened(40, 'h3'), [1, 1])
})

test('what is urgent goes to the next free connection', { skip }, async () => {
  const graph = pictures(30, { origin: 'https://a.test', resourceType: 'script', priority: 'High' })
  const urgent = new Set([25, 26, 27])
  const nodes = graph.nodes.map((node) =>
    urgent.has(node.id) ? { ...node, priority: 'VeryHigh' as const } : node,
  )
  const report = await replayOnce(served, { ...graph, nodes })
  const order = report.fetches
    .slice(1)
    .sort((a, b) => (a.sentMs ?? 0) - (b.sentMs ?? 0))
    .map(({ node }) => node)
  // One connection is free when the document has come, and takes the first that is asked for.
  assert.deepEqual(new Set(order.slice(1, 4)), urgent)
})

test('an answer that is another one is a named error, and the load goes on', { skip }, async () => {
  const graph = pictures(2)
  const [document, first, second] = graph.nodes
  assert.ok(document && first?.kind === 'fetch' && second?.kind === 'fetch')
  const other = { ...graph, nodes: [document, { ...first, status: 404 }, { ...second, bytes: 999 }] }
  const report = await replayOnce(served, graph, {}, other)
  assert.deepEqual(
    [1, 2].map((node) => fetchOf(report, node).failure),
    ['wrong_status', 'wrong_length'],
  )
  assert.notEqual(report.loadMs, null)
})

for (const [protocol, failure] of [
  ['h1', 'tcp_refused'],
  ['h2', 'tcp_refused'],
  ['h3', 'quic_timeout'],
] as const)
  test(`where nobody listens, ${protocol} has ${failure}`, { skip }, async () => {
    const order = orderOf(pictures(2), served.caFile, { protocol, connectLimitMs: 300 })
    const report = await loadOrder(served.folder, order)
    assert.deepEqual(
      report.fetches.map((each) => each.failure),
      [failure, failure, failure],
    )
    assert.ok(report.connections.every((each) => each.failure === failure && each.protocol === null))
    const load = graphLoad({ order, report, documents: [0], startMs: 0, wallMs: report.endMs })
    assert.equal(load.failure?.code, failure)
  })

test('a load ends at its limit', { skip }, async () => {
  const report = await replayOnce(served, pictures(3, { thinkMs: 50_000 }), { loadLimitMs: 500 })
  assert.equal(report.loadMs, null)
  assert.equal(fetchOf(report, 1).finishedMs, null)
  assert.ok(report.endMs >= 500)
})

test('what had no response is waited for, and not sent', { skip }, async () => {
  const graph = smallGraph()
  const nodes = graph.nodes.map((node) =>
    node.id === 1 ? { ...node, status: null, bytes: null, failure: 'net::ERR_ABORTED' } : node,
  )
  const report = await replayOnce(served, { ...graph, nodes })
  assert.deepEqual(
    report.fetches.map(({ node }) => node),
    [0, 3, 4],
  )
  assert.ok(fetchOf(report, 3).dueMs >= 48 + 10)
})

test('a request’s body is sent', { skip }, async () => {
  for (const protocol of PROTOCOLS) {
    const graph = pictures(1, { method: 'POST', requestBytes: 100_000 })
    const report = await replayOnce(served, graph, { protocol })
    assert.equal(fetchOf(report, 1).failure, null)
  }
})

test('what cannot be loaded is refused in one line', { skip }, async () => {
  const order = orderOf(smallGraph(), served.caFile)
  const refused = async (changes: object, why: RegExp): Promise<void> => {
    await assert.rejects(loadOrder(served.folder, { ...order, ...changes }), why)
  }
  const [first, ...others] = order.nodes
  assert.ok(first !== undefined)
  const after = [{ node: 3, when: 'finished', waitMs: 0, isHeld: false }]
  await refused({ nodes: [{ ...first, after }, ...others] }, /nodes wait for each other/)
  await refused(
    { load: [{ node: 99, when: 'finished', waitMs: 0, isHeld: false }] },
    /a node that is not there/,
  )
  await refused({ compute: 2 }, /compute is 0 to 1/)
  await refused({ nodes: [{ ...first, startMs: 1e9 }, ...others] }, /times are 0 to 600000 ms/)
  await refused({ more: 1 }, /unknown field `more`/)
  const host = { name: 'a.test', address: '192.0.2.1', port: PORTS.https }
  const hosts = [{ host, pool: 0, isLookedUp: false }]
  await refused({ hosts }, /a.test is at 192.0.2.1.*nothing was sent/)
  await refused(
    { resolver: { address: '192.0.2.53', port: 53 } },
    /the resolver is at 192.0.2.53.*nothing was sent/,
  )
  const lookedUp = order.hosts.map((each) => ({ ...each, isLookedUp: true }))
  await refused({ hosts: lookedUp }, /a host is looked up, and there is no resolver/)
  await assert.rejects(loadOrder(served.folder, '{"protocol":'), /EOF/)
})

test('graphs of any form are loaded to their end', { skip }, async () => {
  for (let seed = 0; seed < 12; seed += 1) {
    const graph = randomGraph(seed)
    const protocol = PROTOCOLS[seed % 3] ?? 'h1'
    const report = await replayOnce(served, graph, { protocol })
    assert.notEqual(report.loadMs, null, `seed ${seed}`)
    assert.deepEqual(
      report.fetches.filter(({ failure }) => failure !== null),
      [],
    )
  }
})

function randomGraph(seed: number): Graph {
  const random = rng(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const nodes = Array.from({ length: 2 + below(60) }, (_, id) => {
    const after = Array.from({ length: id === 0 ? 0 : below(4) }, () =>
      finished(below(id), below(3), random() < 0.3 ? { why: 'queue', guessed: true } : {}),
    )
    if (id > 0 && random() < 0.3) return computeNode(id, { ms: below(5), after })
    const edges = after.map((edge) => {
      const when = ['finished', 'first byte', 'bytes'][below(3)]
      return (when === 'bytes' ? { ...edge, when, bytes: below(40_000) } : { ...edge, when }) as typeof edge
    })
    const origin = random() < 0.5 ? 'https://a.test' : 'https://b.test'
    const bytes = random() < 0.2 ? 0 : below(30_000)
    const priority = ['VeryHigh', 'High', 'Medium', 'Low', 'VeryLow'][below(5)] ?? null
    return fetchNode(id, { origin, bytes, priority, thinkMs: below(3), after: edges })
  })
  return graphOf(nodes, {
    load: { atMs: null, guessed: true, after: nodes.map(({ id }) => finished(id)) },
  })
}
