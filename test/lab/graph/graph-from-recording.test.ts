import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeGraph } from '../../../lab/graph/make-graph.ts'
import { observeRecording } from '../../../lab/graph/observe-recording.ts'
import { parseGraph } from '../../../lab/graph/read-graph.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import type { Exchange } from '../../../model/recording/exchange.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { sampleExchange, sampleRecording } from '../../record/sample-recording.ts'
import { fetchesOf, parentsOf } from './graph-parents.ts'

const LOADS: Recording['loads'] = [
  { ordinal: 0, purpose: 'times', startedAt: null, failure: null, metrics: { plt_ms: 900 } },
]

function graphOf(exchanges: Exchange[], more: Partial<Recording> = {}): Graph {
  const recording = sampleRecording({ loads: LOADS, exchanges, ...more })
  const { load } = observeRecording(recording, 'recording')
  const madeFrom = {
    kind: 'recording',
    file: 'recording',
    sha256: null,
    sample: null,
    load: 0,
    startedAt: null,
    browser: null,
    arm: null,
    link: null,
  } as const
  return parseGraph(JSON.stringify(makeGraph(load, { madeFrom, toolVersion: 'test' })), 'graph')
}

function exchange(id: number, startedMs: number, more: Partial<Exchange> = {}): Exchange {
  const timing = {
    load: 0,
    startedMs,
    firstByteMs: 40,
    thinkMs: 5,
    receiveMs: 10,
    protocol: 'h2',
    connection: '1',
  }
  return sampleExchange(id, { timings: [timing], resourceType: 'Script', responseHeaders: [], ...more })
}

const document = exchange(0, 0, { resourceType: 'Document', url: 'https://a.test/' })
const askedBy = (id: number | null, type = 'parser') => ({ initiator: { type, exchange: id } })

const waits = (graph: Graph): [string, string[]][] =>
  fetchesOf(graph).map((node) => [
    `${node.method} ${node.path}`,
    parentsOf(node, graph).map(({ method, path }) => `${method} ${path}`),
  ])

test('a preflight waits for what asked for its request, and the request for the preflight', () => {
  const script = exchange(1, 60, askedBy(0))
  const data = exchange(2, 120, { ...askedBy(1, 'script'), resourceType: 'Fetch', url: 'https://b.test/d' })
  const preflight = exchange(3, 121, {
    ...askedBy(2, 'preflight'),
    method: 'OPTIONS',
    url: 'https://b.test/d',
  })
  const late = { ...data, timings: data.timings.map((timing) => ({ ...timing, firstByteMs: 100 })) }
  const graph = graphOf([document, script, late, preflight])
  assert.deepEqual(waits(graph), [
    ['GET /', []],
    ['GET /1?q=%20', ['GET /']],
    ['OPTIONS /d', ['GET /1?q=%20']],
    ['GET /d', ['OPTIONS /d']],
  ])
  assert.equal(fetchesOf(graph)[3]?.finishedMs, 230)
})

test('the first request of a connection is sent when that is set up', () => {
  const host = {
    scheme: 'https' as const,
    host: 'a.test',
    port: 443,
    address: null,
    protocol: 'h2',
    certificate: null,
  }
  const load = {
    load: 0,
    address: null,
    protocol: 'h2',
    connections: 1,
    dnsMs: 20,
    connectMs: 100,
    tlsMs: 50,
    roundTripMs: 50,
  }
  const graph = graphOf([document, exchange(1, 200, askedBy(0))], { hosts: [{ ...host, loads: [load] }] })
  assert.deepEqual(
    fetchesOf(graph).map(({ firstByteMs, finishedMs }) => [firstByteMs, finishedMs]),
    [
      [160, 170],
      [240, 250],
    ],
  )
  // 20 ms is less than the round trip, so that the resolver took no time of its own.
  assert.deepEqual(graph.lookUps, [{ host: 'a.test', waitMs: 0 }])
})

test('no script ends after what it asked for was started, whatever was guessed', () => {
  const script = exchange(1, 60, askedBy(0))
  const graph = graphOf([document, script, exchange(2, 80, askedBy(1, 'script'))])
  assert.deepEqual(waits(graph)[2], ['GET /2?q=%20', ['GET /1?q=%20']])
  const [, parent] = fetchesOf(graph)
  assert.deepEqual([parent?.firstByteMs, parent?.finishedMs], [80, 80])
  assert.deepEqual(parent?.guessed, ['firstByteMs', 'finishedMs'])
})

test('a recording whose loads have no times is refused', () => {
  assert.throws(() => observeRecording(sampleRecording(), 'recording'), {
    exitCode: 65,
    message: 'recording: no load of it has times',
  })
})

test('hosts of one address and certificate may share connections', () => {
  const names = ['a.test', '*.a.test']
  const certificate = { sha256: null, names, issuer: null, chainBytes: null }
  const host = (name: string, address: string) => ({
    ...{ scheme: 'https' as const, host: name, port: 443, address, protocol: 'h2', certificate, loads: [] },
  })
  const hosts = [
    host('a.test', '192.0.2.1'),
    host('img.a.test', '192.0.2.1'),
    host('cdn.a.test', '192.0.2.2'),
  ]
  assert.deepEqual(graphOf([document], { hosts }).sharedConnections, [
    ['https://a.test', 'https://img.a.test'],
  ])
})
