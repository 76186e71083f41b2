import type { GraphOrder, GraphOrderEdge } from '../../lab/graph/replay/graph-order.ts'
import type { FetchReport, GraphReport } from '../../lab/graph/replay/graph-report.ts'
import { nodesInOrder } from '../../model/graph/order.ts'

export type AskedOrder = Pick<GraphOrder, 'protocol' | 'mostStreams' | 'nodes' | 'load'>
export type AskedReport = Pick<GraphReport, 'fetches' | 'connections'>

/**
 * What a graph asks for: when the load event of this very load would have come had the replayer taken no time of its own.
 * Computations and waits are the graph's, handshakes and round trips those of the load, from when a request was given to its
 * connection to the end of its answer. A fetch starts once it is due, its connection is ready and, of the requests sent
 * before over it, few enough are under way. What the load took longer is the replayer's own overhead, wherever it was.
 *
 * @throws Error where a fetch did not succeed, or a node waits for something else than an end
 */
export function askedMs(
  { protocol, mostStreams, nodes, load }: AskedOrder,
  { fetches, connections }: AskedReport,
): number {
  const reports = new Map(fetches.map((fetch) => [fetch.node, fetch]))
  const reportOf = (id: number) => succeeded(reports.get(id), id)
  const dueBy = (after: readonly GraphOrderEdge[], startMs: number, ends: readonly number[]): number =>
    after.length === 0 ? startMs : Math.max(...after.map((edge) => dueOf(edge, ends)))

  // When each node began and ended in this load; computations are not reported, and end on time.
  const { order } = nodesInOrder(nodes)
  const began: number[] = []
  const ended: number[] = []
  for (const id of order) {
    const { work, after, startMs } = nodeOf(nodes, id)
    const due = dueBy(after, startMs, ended)
    const { sentMs, finishedMs } =
      'fetch' in work ? reportOf(id) : { sentMs: due, finishedMs: due + work.compute.ms }
    began[id] = sentMs
    ended[id] = finishedMs
  }

  const heldMsOf = (id: number): number => {
    const { work } = nodeOf(nodes, id)
    return 'fetch' in work ? work.fetch.heldMs : 0
  }
  /** Of each node, had nothing come late. */
  const ends: number[] = []
  /** By connection, of the requests sent so far. */
  const endsBefore = new Map<number, number[]>()
  const most = protocol === 'h1' ? 1 : mostStreams
  const readyMs = (number: number): number => {
    const { begunMs, readyMs: ready } = connections[number] ?? { begunMs: 0, readyMs: null }
    // Who asked for it: the last that had come due by then.
    const asker = fetches.reduce<FetchReport | null>(
      (last, fetch) => (fetch.dueMs <= begunMs && fetch.dueMs > (last?.dueMs ?? -1) ? fetch : last),
      null,
    )
    if (ready === null || asker === null)
      throw new Error(`connection ${number} was never ready, or asked for`)
    const { after, startMs } = nodeOf(nodes, asker.node)
    return dueBy(after, startMs, ends) + heldMsOf(asker.node) + ready - begunMs
  }
  const inTurn = order.toSorted((one, other) => (began[one] ?? 0) - (began[other] ?? 0))
  for (const id of inTurn) {
    const { work, after, startMs } = nodeOf(nodes, id)
    const due = dueBy(after, startMs, ends)
    if ('compute' in work) {
      ends[id] = due + work.compute.ms
      continue
    }
    const { sentMs, finishedMs, connection } = reportOf(id)
    const before = endsBefore.get(connection) ?? []
    const freeMs = before.toSorted((a, b) => a - b)[before.length - most] ?? 0
    const end = Math.max(due + heldMsOf(id), readyMs(connection), freeMs) + finishedMs - sentMs
    ends[id] = end
    endsBefore.set(connection, [...before, end])
  }
  return Math.max(...load.map((edge) => dueOf(edge, ends)))
}

function dueOf({ node, when, waitMs }: GraphOrderEdge, ends: readonly number[]): number {
  if (when !== 'finished') throw new Error('the graphs of this bench wait for ends alone')
  return (ends[node] ?? Number.NaN) + waitMs
}

function nodeOf(nodes: AskedOrder['nodes'], id: number): AskedOrder['nodes'][number] {
  const node = nodes[id]
  if (node === undefined) throw new Error(`there is no node ${id}`)
  return node
}

function succeeded(report: FetchReport | undefined, id: number) {
  const { sentMs = null, finishedMs = null, connection = null, failure = null } = report ?? {}
  if (sentMs === null || finishedMs === null || connection === null || failure !== null)
    throw new Error(`fetch ${id} failed: ${failure ?? 'it did not end'}`)
  return { sentMs, finishedMs, connection }
}
