import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type AccuracyFolder, replayInto } from '../../../bench/replay/accuracy-steps.ts'
import { type MeasuredLoad, pageOfCell, replayedLoads } from '../../../bench/replay/measured-loads.ts'
import { readReport } from '../../../cli/replay/read-report.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLabRuns } from '../../../db/lab/lab-runs.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { openLabNetwork } from '../../../lab/network/open.ts'
import type { ServerCommand } from '../../../lab/process/server-command.ts'
import type { Arm } from '../../../model/arm.ts'
import type { LabReplay } from '../../../server/contract/contract.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { makeTrustFolder, type TrustFolder } from '../../servers/trust-folder.ts'
import { LIVE_LINK } from './live-link.ts'

const DATABASE = 'replay.sqlite'
const MOST_OFF = 0.1

/** Pages of test servers that were recorded over a link of the lab, and replayed over the same. */
export interface ReplayedLivePages extends AsyncDisposable {
  readonly report: LabReplay
  readonly loads: readonly MeasuredLoad[]
  readonly database: string
  recordingOf(name: string): string
  rowOf(name: string, arm: Arm): LabReplay['rows'][number]
}

export interface LivePageOptions {
  /** As `towline replay` takes them; three rounds of each. */
  readonly arms: string
  /** Default: `LIVE_LINK`. */
  readonly link?: string
  /** Servers at this address, and where they listen. Default: `NAME-page-main.ts FOLDER ADDRESS` of this folder. */
  readonly serve?: (place: LivePlace) => Promise<LiveServers>
  /** Captures the recorded loads. Default: no. */
  readonly capture?: boolean
}

export interface LivePlace {
  readonly name: string
  readonly trust: TrustFolder
  readonly address: string
  readonly cacheDir: string
}

export interface LiveServers {
  readonly servers: readonly ServerCommand[]
  readonly listeners: readonly string[]
}

/** Serves https://NAME.test/ of each, records and replays them. */
export async function replayLivePages(
  names: readonly string[],
  options: LivePageOptions,
): Promise<ReplayedLivePages> {
  const folder = await runFolder()
  const { signal } = new AbortController()
  try {
    const place: AccuracyFolder = { path: folder.path, cacheDir: folder.cache }
    await recordOverLink(names, place, options, signal)
    await replayInto(place, DATABASE, names, { arms: options.arms, rounds: 3, seed: 1 }, signal)
    return await replayedPages(folder)
  } catch (error) {
    await folder[Symbol.asyncDispose]()
    throw error
  }
}

/** The quickest replay of a page takes as long as its live loads: what other programs take only makes loads longer. */
export function assertAsLive(pages: ReplayedLivePages, name: string, arm: Arm, leastMs: number): void {
  const { live } = pages.rowOf(name, arm)
  assert.ok(live, 'there is a live load')
  assert.equal(live.noRatio, null)
  const { shortestMs, medianMs } = live
  assert.ok(shortestMs !== null && medianMs !== null && shortestMs >= leastMs, `live ${shortestMs} ms`)
  const quickestMs = quickestReplayMs(pages, name, arm)
  assert.ok(
    quickestMs >= (1 - MOST_OFF) * shortestMs && quickestMs <= (1 + MOST_OFF) * medianMs,
    `replayed in ${quickestMs} ms, live in ${shortestMs} ms, median ${medianMs} ms`,
  )
}

export function quickestReplayMs({ loads }: ReplayedLivePages, name: string, arm: Arm): number {
  const own = loads.filter((load) => load.page === name && load.arm === arm && load.state === 'valid')
  return Math.min(...own.map(({ metrics }) => metrics.plt_ms ?? Number.NaN))
}

async function replayedPages(folder: RunFolder): Promise<ReplayedLivePages> {
  const database = join(folder.path, DATABASE)
  await using db = await openDatabase({ url: database, readOnly: true })
  const [run] = await listLabRuns(db)
  if (run === undefined) throw new Error('nothing was replayed')
  const report = await readReport(db, run)
  return {
    report,
    loads: await replayedLoads(folder.path, DATABASE),
    database,
    recordingOf: (name) => join(folder.path, 'recordings', name),
    rowOf(name, arm) {
      const row = report.rows.find(
        (each) => each.arm === arm && pageOfCell(JSON.stringify(each.factors)) === name,
      )
      return row ?? assert.fail(`${name} was not replayed under ${arm}`)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

async function recordOverLink(
  names: readonly string[],
  { path, cacheDir }: AccuracyFolder,
  { link = LIVE_LINK, serve = ownProgram, capture = false }: LivePageOptions,
  signal: AbortSignal,
): Promise<void> {
  await using trust = await makeTrustFolder(names.map((name) => `DNS:${name}.test`).join(','))
  await copyFile(trust.caFile, join(path, 'ca.pem'))
  const places = names.map((name, n): LivePlace => ({ name, trust, address: shardAddress(n), cacheDir }))
  const hosts = places.map(({ name, address }) => ({ name: `${name}.test`, address }))
  await using network = await openLabNetwork({ cacheDir, shards: names.length, hosts, signal })
  await network.setLink(parseLink(link), { initcwnd: 10, congestionControl: 'cubic' })
  const served = await Promise.all(places.map(serve))
  await network.serve(
    served.flatMap(({ servers }) => servers),
    served.flatMap(({ listeners }) => listeners),
  )
  for (const { name, address } of places) {
    const record = program('record-live-main.ts', path, address, name, link, ...(capture ? [cacheDir] : []))
    const [file = '', ...argv] = network.command('client', record)
    await promisify(execFile)(file, argv)
  }
}

async function ownProgram({ name, trust, address }: LivePlace): Promise<LiveServers> {
  return {
    servers: [{ name, argv: program(`${name}-page-main.ts`, trust.folder, address), env: {} }],
    listeners: [`tcp ${address} 443`],
  }
}

const program = (file: string, ...argv: string[]): [string, ...string[]] => [
  process.execPath,
  join(import.meta.dirname, file),
  ...argv,
]
