import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Load, LoadRequest, ProbeBrowser } from '../../../crawler/probe/load/load.ts'
import type { Arm } from '../../../model/arm.ts'
import { IN_REAL_TIME } from '../../process/real-time.ts'
import { GRAPH_ARMS } from './graph-arms.ts'
import { graphLoad } from './graph-load.ts'
import type { GraphOrder } from './graph-order.ts'
import { GraphReplayer } from './graph-replayer.ts'

export interface GraphBrowserOptions {
  readonly arm: Arm
  readonly program: string
  readonly version: string
  /** Written by `writeGraphReplay`. */
  readonly orderFile: string
  /** Nodes that are the page's document. */
  readonly documents: readonly number[]
  /** 0 to 1: how much of the page's own time it takes. */
  readonly compute: number
  /** Folder for its order and its key log. */
  readonly folder: string
  readonly keyLog: boolean
  /** Runs before all other programs of the machine; only where `mayRunInRealTime`. */
  readonly inRealTime: boolean
}

const LOAD_LIMIT_MS = 60_000

/** The replayer in a browser's place: what takes samples need not know that no browser loads them. */
export async function openGraphBrowser(options: GraphBrowserOptions): Promise<ProbeBrowser> {
  const { arm, program, version, folder, keyLog, compute, inRealTime } = options
  const protocol = GRAPH_ARMS.find((name) => name === arm)
  if (protocol === undefined)
    throw new Error(`graphs are replayed under ${GRAPH_ARMS.join(', ')}, not ${arm}`)
  const base = JSON.parse(await readFile(options.orderFile, 'utf8')) as GraphOrder
  const keyLogFile = keyLog ? join(folder, `keys-${arm}`) : null
  if (keyLogFile !== null) await writeFile(keyLogFile, '', { mode: 0o600 })
  const command = inRealTime ? ([...IN_REAL_TIME, program] as const) : ([program] as const)
  const replayer = new GraphReplayer(command, keyLogFile)
  let loads = 0
  return {
    arm,
    version,
    userAgent: version,
    switches: [],
    sandbox: null,
    get loads() {
      return loads
    },
    processGroup: replayer.pid,
    isOneProcess: true,
    get isAlive() {
      return replayer.isAlive
    },
    keyLogFile,
    async load({ loadLimitMs = LOAD_LIMIT_MS }: LoadRequest): Promise<Load> {
      loads += 1
      const order: GraphOrder = { ...base, protocol, compute, loadLimitMs, connectLimitMs: loadLimitMs }
      const orderFile = join(folder, `order-${arm}.json`)
      await writeFile(orderFile, JSON.stringify(order))
      const [startMs, begun] = [Date.now(), performance.now()]
      const report = await replayer.load(orderFile)
      const wallMs = performance.now() - begun
      if (report.realTime !== inRealTime)
        throw new Error(`${program} ran ${inRealTime ? 'not ' : ''}in real time, against what was asked for`)
      return graphLoad({ order, report, documents: options.documents, startMs, wallMs })
    },
    prepare: async () => {},
    [Symbol.asyncDispose]: () => replayer[Symbol.asyncDispose](),
  }
}
