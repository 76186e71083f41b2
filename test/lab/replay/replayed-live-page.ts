import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type AccuracyFolder, replayInto } from '../../../bench/replay/accuracy-steps.ts'
import { readReport } from '../../../cli/replay/read-report.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLabRuns } from '../../../db/lab/lab-runs.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { openLabNetwork } from '../../../lab/network/open.ts'
import type { LabReplay } from '../../../server/contract/contract.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { makeTrustFolder } from '../../servers/trust-folder.ts'
import { LINK_CONDITION } from './live-link.ts'

/** A page of a test server that was recorded over a link of the lab, and replayed over the same. */
export interface ReplayedLivePage extends AsyncDisposable {
  readonly report: LabReplay
  readonly recording: string
  readonly database: string
}

/**
 * Serves https://NAME.test/ by a program of this folder (`NAME-page-main.ts FOLDER ADDRESS`), records and replays it.
 * @param arms as `towline replay` takes them; three rounds of each
 */
export async function replayLivePage(
  name: string,
  arms: string,
  signal: AbortSignal,
): Promise<ReplayedLivePage> {
  const folder = await runFolder()
  try {
    const place: AccuracyFolder = { path: folder.path, cacheDir: folder.cache }
    await recordOverLink(name, place, signal)
    await replayInto(place, 'replay.sqlite', [name], { arms, rounds: 3, seed: 1 }, signal)
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
  signal: AbortSignal,
): Promise<void> {
  const address = shardAddress(0)
  await using trust = await makeTrustFolder(`DNS:${name}.test`)
  await copyFile(trust.caFile, join(path, 'ca.pem'))
  const hosts = [{ name: `${name}.test`, address }]
  await using network = await openLabNetwork({ cacheDir, shards: 1, hosts, signal })
  await network.setLink(LINK_CONDITION, { initcwnd: 10, congestionControl: 'cubic' })
  const program = (file: string, ...argv: string[]): [string, ...string[]] => [
    process.execPath,
    join(import.meta.dirname, file),
    ...argv,
  ]
  await network.serve(
    [{ name, argv: program(`${name}-page-main.ts`, trust.folder, address), env: {} }],
    [`tcp ${address} 443`],
  )
  const [file = '', ...argv] = network.command('client', program('record-live-main.ts', path, address, name))
  await promisify(execFile)(file, argv)
}
