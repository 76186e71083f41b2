import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GraphOrder } from '../../lab/graph/replay/graph-order.ts'
import { graphOrderOf } from '../../lab/graph/replay/graph-order-of.ts'
import { GraphReplayer } from '../../lab/graph/replay/graph-replayer.ts'
import type { GraphReport } from '../../lab/graph/replay/graph-report.ts'
import { writeGraphAnswers } from '../../lab/graph/replay/write-graph-answers.ts'
import type { LoadHost } from '../../lab/load/order.ts'
import { makeAuthority } from '../../lab/network/authority.ts'
import { serverCommand } from '../../lab/origin/origin.ts'
import { findServerProgram } from '../../lab/origin/server-program.ts'
import { findLabProgram } from '../../lab/process/find-program.ts'
import type { LoadProtocol } from '../../model/load-second.ts'
import { askedMs } from './asked-ms.ts'
import { HOST, LONG_GRAPHS } from './long-graphs.ts'

export interface OverheadOptions {
  readonly graph: keyof typeof LONG_GRAPHS
  readonly protocol: LoadProtocol
  readonly loads: number
  readonly folder: string
  readonly cacheDir: string
  readonly ports: { readonly http: number; readonly https: number }
  readonly signal: AbortSignal
}

/** What a load cost beside the network. */
export interface OwnOverhead {
  /** Of the whole load, what its graph did not ask for (`askedMs`). */
  readonly overheadMs: number
  /** Of the whole load, and what the program used of a core for it. */
  readonly loadMs: number
  readonly cpuMs: number
  readonly rssBytes: number
}

const ADDRESS = '127.0.0.1'
const LIMIT_MS = 60_000

/** Loads a graph of 1,000 nodes over loopback, a process for each load. */
export async function ownOverhead(options: OverheadOptions): Promise<OwnOverhead[]> {
  const { graph: name, protocol, loads, folder, cacheDir, ports, signal } = options
  const graph = LONG_GRAPHS[name]()
  const host: LoadHost = { name: HOST, address: ADDRESS, port: ports.https }
  const hosts = new Map([[`https://${HOST}`, host]])
  const authority = await makeAuthority(join(folder, 'tls'))
  const certificate = await authority.issue('graph', [HOST])
  const limits = { loadLimitMs: LIMIT_MS, connectLimitMs: LIMIT_MS, mostStreams: 100 }
  const order = graphOrderOf(graph, { protocol, hosts, caFile: authority.caFile, compute: 1, ...limits })
  const orderFile = join(folder, 'order.json')
  await writeFile(orderFile, JSON.stringify(order))
  const [command] = await serverCommand(
    {
      ...{ server: 'towline', www: folder, hosts: [host], ports, ...certificate, think: {}, altSvc: false },
      replayFile: await writeGraphAnswers(folder, graph, hosts),
      ...{ maxConcurrentStreams: null, cacheControl: null, alpn: ['h3', 'h2', 'http/1.1'] },
      quicInitialWindowPackets: null,
    },
    folder,
    await findServerProgram('towline', cacheDir),
  )
  const [program = '', ...args] = command?.argv ?? []
  // It ends with its standard input.
  const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], env: command?.env })
  try {
    const ended = once(server, 'exit').then(() => Promise.reject(new Error('the server of the lab ended')))
    await Promise.race([once(server.stdout, 'data'), ended])
    ended.catch(() => {})
    const found: OwnOverhead[] = []
    while (found.length < loads) {
      signal.throwIfAborted()
      await using replayer = new GraphReplayer([findLabProgram('towline-load', cacheDir)], null)
      found.push(overheadOf(order, await replayer.load(orderFile)))
    }
    return found
  } finally {
    server.kill('SIGKILL')
  }
}

function overheadOf(order: GraphOrder, report: GraphReport): OwnOverhead {
  const { loadMs, cpuMs, rssBytes } = report
  if (loadMs === null || rssBytes === null) throw new Error('a load had no load event, or no known memory')
  return { overheadMs: loadMs - askedMs(order, report), loadMs, cpuMs, rssBytes }
}
