import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GraphOrder } from '../../../../lab/graph/replay/graph-order.ts'
import { graphOrderOf } from '../../../../lab/graph/replay/graph-order-of.ts'
import { GraphReplayer } from '../../../../lab/graph/replay/graph-replayer.ts'
import type { FetchReport, GraphReport } from '../../../../lab/graph/replay/graph-report.ts'
import { writeGraphAnswers } from '../../../../lab/graph/replay/write-graph-answers.ts'
import type { LoadHost } from '../../../../lab/load/order.ts'
import { findLabProgram } from '../../../../lab/process/find-program.ts'
import type { Graph } from '../../../../model/graph/graph.ts'
import type { LoadProtocol } from '../../../../model/load-second.ts'
import { ADDRESSES, CACHE, type OriginFiles, PORTS, startServer } from '../../origin/running-server.ts'

export const HOSTS: ReadonlyMap<string, LoadHost> = new Map([
  ['https://a.test', { name: 'a.test', address: ADDRESSES.a, port: PORTS.https }],
  ['https://b.test', { name: 'b.test', address: ADDRESSES.b, port: PORTS.https }],
])

export const PROTOCOLS: readonly LoadProtocol[] = ['h1', 'h2', 'h3']

/** The report has microseconds. */
export const CLOSE_MS = 0.002

export function near(valueMs: number, expectedMs: number): void {
  assert.ok(Math.abs(valueMs - expectedMs) <= CLOSE_MS, `${valueMs} and not ${expectedMs}`)
}

/** So much that no test waits for it in vain. */
const LONG_MS = 60_000

export function orderOf(
  graph: Graph,
  caFile: string,
  changes: Partial<GraphOrder> = {},
  hosts = HOSTS,
): GraphOrder {
  const limits = { loadLimitMs: LONG_MS, connectLimitMs: LONG_MS, mostStreams: 100 }
  const order = graphOrderOf(graph, { protocol: 'h1', hosts, caFile, compute: 1, ...limits })
  return { ...order, ...changes }
}

/** Loads a graph once from the lab's own server. */
export async function replayOnce(
  served: OriginFiles,
  graph: Graph,
  changes: Partial<GraphOrder> = {},
  servedGraph = graph,
  hosts = HOSTS,
): Promise<GraphReport> {
  const folder = await mkdtemp(join(served.folder, 'graph-'))
  const replayFile = await writeGraphAnswers(folder, servedGraph, hosts)
  await using _ = await startServer(
    served,
    served.order('towline', { replayFile, hosts: [...hosts.values()] }),
  )
  const report = await loadOrder(folder, orderOf(graph, served.caFile, changes, hosts))
  await rm(folder, { recursive: true })
  return report
}

/** Loads what is there already, or is not. */
export async function loadOrder(folder: string, order: GraphOrder | string): Promise<GraphReport> {
  const file = join(folder, 'order.json')
  await writeFile(file, typeof order === 'string' ? order : JSON.stringify(order))
  await using replayer = new GraphReplayer([findLabProgram('towline-load', CACHE)], null)
  return await replayer.load(file)
}

export function fetchOf({ fetches }: GraphReport, node: number): FetchReport {
  const found = fetches.find((fetch) => fetch.node === node)
  if (found === undefined) throw new Error(`node ${node} was not fetched`)
  return found
}

/** How many requests were under way at the same time, at most. */
export function mostAtOnce(fetches: readonly FetchReport[]): number {
  const moments = fetches.flatMap(({ sentMs, finishedMs }) => [
    { atMs: sentMs ?? 0, change: 1 },
    { atMs: finishedMs ?? 0, change: -1 },
  ])
  moments.sort((a, b) => a.atMs - b.atMs || a.change - b.change)
  let [now, most] = [0, 0]
  for (const { change } of moments) {
    now += change
    most = Math.max(most, now)
  }
  return most
}
