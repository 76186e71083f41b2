import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AskedOrder, type AskedReport, askedMs } from '../../../bench/graph/asked-ms.ts'
import type { GraphOrderNode } from '../../../lab/graph/replay/graph-order.ts'
import type { LoadProtocol } from '../../../model/load-second.ts'
import { near } from '../../stats/near.ts'

const finished = (node: number, waitMs = 0) => ({ node, when: 'finished', waitMs, isHeld: false }) as const

function fetch(...parents: number[]): GraphOrderNode {
  const asked = {
    host: 0,
    method: 'GET',
    path: '/',
    requestBytes: 0,
    urgency: 1,
    isIncremental: false,
    isDelayable: false,
    isThrottled: true,
    heldMs: 0,
  }
  return {
    startMs: 0,
    after: parents.map((node) => finished(node)),
    work: { fetch: { ...asked, fields: 0, status: 200, bodyBytes: 100 } },
  }
}

const compute = (ms: number, parent: number): GraphOrderNode => ({
  ...{ startMs: 0, after: [finished(parent)], work: { compute: { isScript: false, ms } } },
})

function orderOf(protocol: LoadProtocol, nodes: GraphOrderNode[], mostStreams = 100): AskedOrder {
  return { protocol, mostStreams, nodes, load: nodes.map((_, id) => finished(id)) }
}

/** Of each fetch: due, sent, finished and its connection; of each connection: begun and ready. */
function reportOf(
  fetches: Readonly<Record<number, readonly [number, number, number, number]>>,
  connections: readonly (readonly [number, number])[],
): AskedReport {
  return {
    fetches: Object.entries(fetches).map(([node, [dueMs, sentMs, finishedMs, connection]]) => ({
      ...{ node: Number(node), dueMs, sentMs, firstByteMs: sentMs, finishedMs, connection },
      ...{ bodyBytes: 100, failure: null },
    })),
    connections: connections.map(([begunMs, readyMs]) => ({
      ...{ host: 0, protocol: null, begunMs, tcpConnectedMs: null, readyMs, failure: null },
    })),
  }
}

test('of a chain all that comes late adds up: connections, requests, each of them', () => {
  const order = orderOf('h2', [fetch(), compute(10, 0), fetch(1), fetch(2)])
  // The connection is begun 1 ms late and takes 5, requests are sent 2, 3 and 4 ms late and take 20 each.
  const report = reportOf({ 0: [0, 8, 28, 0], 2: [38, 41, 61, 0], 3: [61, 65, 85, 0] }, [[1, 6]])
  assert.equal(askedMs(order, report), 85 - 1 - 2 - 3 - 4)
})

test('waits of the graph are asked for', () => {
  const { load, ...order } = orderOf('h2', [fetch()])
  const report = reportOf({ 0: [0, 5, 25, 0] }, [[0, 5]])
  assert.equal(askedMs({ ...order, load: load.map((edge) => ({ ...edge, waitMs: 7 })) }, report), 32)
})

test('over HTTP/1.1 each request waits for the one before it on its connection, and for no more', () => {
  const order = orderOf('h1', [fetch(), fetch(0), fetch(0), fetch(0), fetch(0)])
  const report = reportOf(
    {
      0: [0, 5, 25, 0],
      // The first connection goes on at once, the second one has to be opened; each loses 1 ms before its next request.
      1: [25, 25, 45, 0],
      2: [25, 30, 50, 1],
      3: [25, 46, 66, 0],
      4: [25, 51, 71, 1],
    },
    [
      [0, 5],
      [25, 30],
    ],
  )
  assert.equal(askedMs(order, report), 70)
})

test('over HTTP/2 requests wait for a stream, in the order in which they were sent', () => {
  const order = orderOf('h2', [fetch(), ...Array.from({ length: 4 }, () => fetch(0))], 2)
  const report = reportOf(
    {
      0: [0, 5, 25, 0],
      // Two at once; the others 1 and 2 ms after a stream was free.
      1: [25, 25, 35, 0],
      2: [25, 26, 56, 0],
      3: [25, 36, 50, 0],
      4: [25, 52, 62, 0],
    },
    [[0, 5]],
  )
  // Streams: 25 to 35, then 14 and 10 more; beside them 25 to 55.
  assert.equal(askedMs(order, report), 59)
  // With enough of them, nothing but the one request that took longest.
  assert.equal(askedMs({ ...order, mostStreams: 100 }, report), 55)
})

test('a late request beside the path that decided costs nothing', () => {
  const order = orderOf('h2', [fetch(), fetch(0), fetch(0)])
  const report = reportOf({ 0: [0, 5, 25, 0], 1: [25, 40, 50, 0], 2: [25, 25, 90, 0] }, [[0, 5]])
  assert.equal(askedMs(order, report), 90)
})

test('a load of 1,000 nodes that are each 5 µs late has 2.5 ms of overhead over a chain', () => {
  const nodes = Array.from({ length: 1_000 }, (_, id) =>
    id % 2 === 0 ? fetch(...(id === 0 ? [] : [id - 1])) : compute(0.25, id - 1),
  )
  const fetches: Record<number, [number, number, number, number]> = {}
  let due = 0
  for (let id = 0; id < 1_000; id += 2) {
    const sent = (id === 0 ? 1 : due) + 0.005
    fetches[id] = [due, sent, sent + 0.1, 0]
    due = sent + 0.1 + 0.25
  }
  near(due - askedMs(orderOf('h1', nodes), reportOf(fetches, [[0, 1]])), 2.5, 1e-6)
})

test('what failed, or waits for a part of an answer, is not measured', () => {
  const report = reportOf({ 0: [0, 5, 25, 0] }, [[0, 5]])
  assert.throws(() => askedMs(orderOf('h1', [fetch(), fetch(0)]), report), /fetch 1 failed: it did not end/)
  const { load: _, ...order } = orderOf('h1', [fetch()])
  const load = [{ node: 0, when: 'firstByte', waitMs: 0, isHeld: false } as const]
  assert.throws(() => askedMs({ ...order, load }, report), /ends alone/)
})
