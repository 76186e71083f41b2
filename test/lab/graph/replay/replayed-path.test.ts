import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GraphOrder, GraphOrderNode } from '../../../../lab/graph/replay/graph-order.ts'
import type { FetchReport } from '../../../../lab/graph/replay/graph-report.ts'
import { replayedPath } from '../../../../lab/graph/replay/replayed-path.ts'

const EDGE = { when: 'finished', waitMs: 0, isHeld: false } as const

function fetchNode(after: readonly number[], waitMs = 0): GraphOrderNode {
  return {
    startMs: 0,
    after: after.map((node) => ({ ...EDGE, node, waitMs })),
    work: {
      fetch: {
        ...{
          host: 0,
          method: 'GET',
          path: '/',
          requestBytes: 0,
          urgency: 0,
          isIncremental: false,
          isDelayable: false,
          isThrottled: true,
          heldMs: 0,
        },
        ...{ fields: 0, status: 200, bodyBytes: 1_000 },
      },
    },
  }
}

const computeNode = (ms: number, after: readonly number[]): GraphOrderNode => ({
  startMs: 0,
  after: after.map((node) => ({ ...EDGE, node })),
  work: { compute: { ms, isScript: true } },
})

function report(node: number, dueMs: number, finishedMs: number): FetchReport {
  return {
    ...{ node, dueMs, sentMs: dueMs, firstByteMs: finishedMs - 1, finishedMs },
    ...{ bodyBytes: 1_000, connection: 0, failure: null },
  }
}

/** A document, its script of 50 ms of computing, what that asks for 10 ms later, and a picture that nothing waits for. */
const ORDER: Pick<GraphOrder, 'nodes' | 'load' | 'compute'> = {
  compute: 1,
  nodes: [fetchNode([]), fetchNode([0]), computeNode(50, [1]), fetchNode([2], 10), fetchNode([0])],
  load: [3, 4].map((node) => ({ ...EDGE, node })),
}

test('the critical path of a load is divided into network, computation and waits', () => {
  const fetches = [report(0, 0, 100), report(1, 100, 180), report(3, 240, 300), report(4, 100, 290)]
  const path = replayedPath(ORDER, { loadMs: 300, fetches })
  assert.deepEqual([path?.totalMs, path?.networkMs, path?.computeMs, path?.waitMs], [300, 240, 50, 10])
})

test('what ended last decides: a slow picture is all network', () => {
  const fetches = [report(0, 0, 100), report(1, 100, 180), report(3, 240, 300), report(4, 100, 900)]
  const path = replayedPath(ORDER, { loadMs: 900, fetches })
  assert.deepEqual([path?.networkMs, path?.computeMs], [900, 0])
})

test('computations and waits are as long as the replay made them', () => {
  const fetches = [report(0, 0, 100), report(1, 100, 180), report(3, 210, 270), report(4, 100, 120)]
  const path = replayedPath({ ...ORDER, compute: 0.5 }, { loadMs: 270, fetches })
  assert.deepEqual([path?.networkMs, path?.computeMs, path?.waitMs], [240, 25, 5])
})

test('a load that was not over has none', () => {
  assert.equal(replayedPath(ORDER, { loadMs: null, fetches: [report(0, 0, 100)] }), null)
})

test('a picture that the queue let go early waited for the one that made room', () => {
  const [document, first, held] = [fetchNode([]), fetchNode([0]), fetchNode([0])]
  const medium = (node: GraphOrderNode): GraphOrderNode =>
    'fetch' in node.work ? { ...node, work: { fetch: { ...node.work.fetch, urgency: 2 } } } : node
  const order = {
    compute: 1,
    nodes: [
      document,
      fetchNode([0]),
      medium(first),
      medium({ ...held, after: [...held.after, { ...EDGE, node: 1, isHeld: true }] }),
    ],
    load: [{ ...EDGE, node: 3 }],
  }
  const fetches = [report(0, 0, 100), report(1, 100, 900), report(2, 100, 200), report(3, 200, 300)]
  const path = replayedPath(order, { loadMs: 300, fetches })
  assert.deepEqual([path?.networkMs, path?.waitMs], [300, 0])
  // Let go by what held it back.
  const late = [report(0, 0, 100), report(1, 100, 190), report(2, 100, 250), report(3, 190, 300)]
  assert.deepEqual(replayedPath(order, { loadMs: 300, fetches: late })?.networkMs, 300)
})

test('a picture that the queue let go when a script had run waited for that', () => {
  const held = fetchNode([0])
  const order = {
    compute: 1,
    nodes: [
      fetchNode([]),
      fetchNode([0]),
      computeNode(50, [0]),
      { ...held, after: [...held.after, { ...EDGE, node: 1, isHeld: true }] },
    ],
    load: [{ ...EDGE, node: 3 }],
  }
  const fetches = [report(0, 0, 100), report(1, 100, 900), report(3, 150, 300)]
  const path = replayedPath(order, { loadMs: 300, fetches })
  assert.deepEqual([path?.networkMs, path?.computeMs, path?.waitMs], [250, 50, 0])
})
