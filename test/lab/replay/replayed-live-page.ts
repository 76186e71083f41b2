import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type AccuracyFolder, replayInto } from '../../../bench/replay/accuracy-steps.ts'
import { readReport } from '../../../cli/replay/read-report.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLabRuns } from '../../../db/lab/lab-runs.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { openLabNetwork } from '../../../lab/network/open.ts'
import type { ServerCommand } from '../../../lab/process/server-command.ts'
import type { LabReplay } from '../../../server/contract/contract.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { makeTrustFolder, type TrustFolder } from '../../servers/trust-folder.ts'
import { LIVE_LINK } from './live-link.ts'

/** A page of a test server that was recorded over a link of the lab, and replayed over the same. */
export interface ReplayedLivePage extends AsyncDisposable {
  readonly report: LabReplay
  readonly recording: string
  readonly database: string
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
  readonly trust: TrustFolder
  readonly address: string
  readonly cacheDir: string
}

export interface LiveServers {
  readonly servers: readonly ServerCommand[]
  readonly listeners: readonly string[]
}

/** Serves https://NAME.test/, records and replays it. */
export async function replayLivePage(name: string, options: LivePageOptions): Promise<ReplayedLivePage> {
  const folder = await runFolder()
  const { signal } = new AbortController()
  try {
    const place: AccuracyFolder = { path: folder.path, cacheDir: folder.cache }
    await recordOverLink(name, place, options, signal)
    await replayInto(place, 'replay.sqlite', [name], { arms: options.arms, rounds: 3, seed: 1 }, signal)
    return await replayedPage(folder, name)
  } catch (error) {
    await folder[Symbol.asyncDispose]()
    throw error
  }
}

async function replayedPage(folder: RunFolder, name: string): Promise<ReplayedLivePage> {
  const database = join(folder.path, 'replay.sqlite')
  await using db = await openDatabase({ url: database, readOnly: true })
  const [run] = await listLabRuns(db)
  if (run === undefined) throw new Error('nothing was replayed')
  return {
    report: await readReport(db, run),
    recording: join(folder.path, 'recordings', name),
    database,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

async function recordOverLink(
  name: string,
  { path, cacheDir }: AccuracyFolder,
  { link = LIVE_LINK, serve = ownProgram(name), capture = false }: LivePageOptions,
  signal: AbortSignal,
): Promise<void> {
  const address = shardAddress(0)
  await using trust = await makeTrustFolder(`DNS:${name}.test`)
  await copyFile(trust.caFile, join(path, 'ca.pem'))
  const hosts = [{ name: `${name}.test`, address }]
  await using network = await openLabNetwork({ cacheDir, shards: 1, hosts, signal })
  await network.setLink(parseLink(link), { initcwnd: 10, congestionControl: 'cubic' })
  const { servers, listeners } = await serve({ trust, address, cacheDir })
  await network.serve(servers, listeners)
  const record = program('record-live-main.ts', path, address, name, link, ...(capture ? [cacheDir] : []))
  const [file = '', ...argv] = network.command('client', record)
  await promisify(execFile)(file, argv)
}

const ownProgram =
  (name: string) =>
  async ({ trust, address }: LivePlace): Promise<LiveServers> => ({
    servers: [{ name, argv: program(`${name}-page-main.ts`, trust.folder, address), env: {} }],
    listeners: [`tcp ${address} 443`],
  })

const program = (file: string, ...argv: string[]): [string, ...string[]] => [
  process.execPath,
  join(import.meta.dirname, file),
  ...argv,
]
